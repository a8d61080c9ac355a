/** `fetch` as libraries call it: not as a method of theirs, and with a refusal of redirects, which a Worker lacks. */
export const workerFetch: typeof fetch = async (input, init) => {
  if (init?.redirect !== 'error') return await fetch(input, init);
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new TypeError('the address redirects');
};
