import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A line between the browser and the server, which can be cut as if the server had gone away. */
export interface CuttableProxy {
  url: string;
  /** Ends every connection, and takes no other until it is repaired. */
  cut: () => void;
  repair: () => void;
  close: () => void;
}

export async function openCuttableProxy(to: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const server = createServer({ noDelay: true }, (near) => {
    if (isCut) return near.destroy();
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    keep(near);
    keep(far);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      end();
    },
    repair: () => {
      isCut = false;
    },
    close: () => {
      server.close();
      end();
    },
  };
}
