/** Thrown after the last good byte of something compressed or archived. */
export class DamagedStream extends Error {
  override name = 'DamagedStream';
}
