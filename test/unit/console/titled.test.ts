import { expect, it } from 'vitest';
import { titled } from '#core/pages/html.ts';

it.each([
  ['ends in java.lang.OutOfMemoryError: heap', 'ends in java.|lang.|OutOfMemoryError: heap'],
  ['AbstractSingletonProxyFactoryBean fails', 'Abstract|Singleton|Proxy|Factory|Bean fails'],
  ['OrderCache.put is slow', 'OrderCache.put is slow'],
])('breaks a long name where its parts meet, and words of it only where they are long: %s', (text, broken) => {
  expect(String(titled(text)).replaceAll('<wbr />', '|')).toBe(broken);
});
