import type { Dispatcher } from 'undici';

export function toHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : value === undefined ? [] : [value]) result.append(name, item);
  }
  return result;
}
