/** What tells an account from others: its id on Cloud, its name on Data Center. */
export function accountOf(
  user: { accountId?: string | undefined; name?: string | undefined; key?: string | undefined } | null | undefined,
): string | undefined {
  return user?.accountId ?? user?.name ?? user?.key;
}
