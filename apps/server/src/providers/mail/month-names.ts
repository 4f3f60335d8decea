/** Names of months by their first letters, in the languages that mail programs write dates in. */
const months = [
  'jan gen ene ian oca sty led tammi ιαν янв яну јан січ',
  'feb fév fev veeb şub lut úno helmi φεβ фев феб лют',
  'mar mär mrt maart már mrz bře maalis μαρ μάρ мар бер',
  'apr avr abr ápr nis kwi dub huhti απρ апр кві',
  'may mai mei mag maj máj kvě touko μαΐ μαϊ μάι май мая мај тра',
  'jun juin giu iun jún haz cze čer kesä juuni ιουν ιούν июн юни јун черв',
  'jul juil lug iul júl tem lip čec červenec července heinä juuli ιουλ ιούλ июл юли јул лип',
  'aug aoû aou ago agu avg ağu sie srp elo αυγ αύγ авг серп',
  'sep set szept eyl wrz zář syys σεπ сен сеп вер',
  'oct okt out ott eki paź říj loka οκτ окт жов',
  'nov noi kas lis marras νοε νοέ ноя ное нов лис',
  'dec déc dez dic des dets ara gru pro joulu δεκ дек дец гру',
].map((line) => line.split(' '));

/** The month that a word names, counted from 1: the name of most letters counts, as of `marras` and `mar`. */
export function monthOf(word: string): number | undefined {
  let [found, length]: [number | undefined, number] = [undefined, 0];
  for (const [index, names] of months.entries()) {
    for (const name of names) {
      if (name.length <= length || !word.startsWith(name)) continue;
      [found, length] = [index + 1, name.length];
    }
  }
  return found;
}
