import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Table, TableBody, TableCell, TableRow } from '../../ui/display/table.tsx';
import { DOMAIN_TABLE_CLASS, DomainTableHead } from './domain-table.tsx';

/** Widths of names, so that the waiting looks like what will come. */
const NAME_WIDTHS = ['w-28', 'w-36', 'w-24', 'w-32', 'w-40', 'w-28'];

export function DomainTableSkeleton() {
  return (
    <>
      <output className="sr-only">Loading domains...</output>
      <Table label="Tracked domains" className={DOMAIN_TABLE_CLASS}>
        <DomainTableHead />
        <TableBody>
          {NAME_WIDTHS.map((width, row) => (
            <TableRow key={row}>
              <TableCell className="max-w-0 pr-1!">
                <span className="flex items-center gap-2">
                  <Skeleton className="size-icon-small" />
                  <Skeleton className={width} />
                </span>
              </TableCell>
              <TableCell className="w-sharing-column max-w-sharing-column">
                <Skeleton className="w-20" />
              </TableCell>
              <TableCell className="px-2!">
                <Skeleton className="w-20" />
              </TableCell>
              <TableCell className="px-1!">
                <span className="block size-input-small" />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
