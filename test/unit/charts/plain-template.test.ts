import { describe, expect, it } from 'vitest';
import { plainTemplate } from '#service/charts/plain-template.ts';

describe('a template as people read it', () => {
  it('is the message alone, without who said it', () => {
    expect(plainTemplate('<*> --- [<*>] <*> : Started <*> in <*> seconds')).toBe('Started … in … seconds');
    expect(plainTemplate('(<*>) - [main] : "quoted"')).toBe('"quoted"');
  });

  it('is told of lines that are one long rule, as they stand', () => {
    const rule = '-'.repeat(120);
    expect(plainTemplate(rule)).toBe(rule);
    expect(plainTemplate(`[ <*> 10:00:00.<*>${rule}`)).toContain(rule);
    expect(plainTemplate('- '.repeat(60).trim())).toContain('- -');
  });
});
