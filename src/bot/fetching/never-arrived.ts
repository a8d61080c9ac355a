const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** True where no connection was ever made, so that nothing can have been carried out. */
export function neverArrived(cause: unknown): boolean {
  for (let error = cause, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth += 1) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && codes.includes(code)) return true;
  }
  return false;
}
