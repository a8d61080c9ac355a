import { createHostedService, envelope, type HostedService } from '../hosted-service.ts';

/** What names a share in a question, and so in its answer. */
export const marker = /share-\d+\b/;

/** A service whose answers name what was asked about, and which lists the deep searches it was given. */
export function createWorldService(): HostedService {
  const service = createHostedService();
  const causeOf = (query: string) => `The cause of ${marker.exec(query)?.[0] ?? 'nothing asked'}.`;
  /** Deep searches of a file, once for each idempotency key. */
  const searchesOf = (fileId: string) =>
    [...new Map(service.posts.map((post) => [post.idempotencyKey, post]))]
      .filter(([, post]) => post.fileId === fileId)
      .map(([id, { query }]) => ({ id, mode: 'deep', query, status: 'COMPLETED', answer: causeOf(query) }));

  service.deep = ({ query }) => envelope(200, { answer: causeOf(query) });
  service.app.get('/api/v1/files/:id/searches', (c) => envelope(200, searchesOf(c.req.param('id'))));
  service.app.get('/api/v1/files/:id/searches/:search', (c) => {
    const search = searchesOf(c.req.param('id')).find(({ id }) => id === c.req.param('search'));
    return search ? envelope(200, search) : envelope(404, {});
  });
  return service;
}
