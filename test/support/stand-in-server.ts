import { serve } from '@hono/node-server';

type Handle = (request: Request, env: never) => Response | Promise<Response>;

export interface StandInServer extends AsyncDisposable {
  origin: string;
}

/** Listens on a real socket at a free port of this machine. */
export async function listen(handle: Handle): Promise<StandInServer> {
  return await new Promise((resolve) => {
    // What the rest of a test makes with the platform's own classes must stay theirs.
    const own = { overrideGlobalObjects: false };
    const server = serve({ fetch: handle as never, port: 0, hostname: '127.0.0.1', ...own }, ({ port }) => {
      resolve({
        origin: `http://127.0.0.1:${port}`,
        [Symbol.asyncDispose]: () =>
          new Promise<void>((done) => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
  });
}
