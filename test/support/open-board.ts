import type { BotUnderTest } from './bot-under-test.ts';

/** A page of the board, as an operator with its address sees it. */
export async function openBoard(run: BotUnderTest, method = 'GET', path = '/board', body?: URLSearchParams) {
  const address = new URL((await run.bot.links.boardUrl())!);
  const cookie = `logtriage_board=${address.searchParams.get('until')}.${address.searchParams.get('token')}`;
  const response = await run.request(path, { method, headers: { cookie }, ...(body ? { body } : {}) });
  return { status: response.status, text: await response.text() };
}
