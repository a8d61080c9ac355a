import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, faultsInEachLook, tellSkipped } from '../support/open-browser.ts';
import { serviceAlone, signIn, type Visit, visitProgram } from '../support/visit-program.ts';

tellSkipped('the log view in a browser');

describe.skipIf(browserPath === undefined)('the log view in a browser', () => {
  let visit: Visit;
  let path: string;

  beforeAll(async () => {
    visit = await visitProgram(serviceAlone);
    await signIn(visit);
    path = `${await upload('sensors.log', sensorsLog())}/lines?document=sensors.log`;
  });

  afterAll(async () => {
    await visit?.[Symbol.asyncDispose]();
  });

  /** The page of a file. */
  async function upload(name: string, text: string): Promise<string> {
    await visit.go('/console');
    await visit.page.setInputFiles('#upload-files', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const row = visit.page.locator('tbody tr', { hasText: name });
    await row.locator('.state', { hasText: 'COMPLETED' }).waitFor();
    await row.getByRole('link', { name }).click();
    await visit.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    return new URL(visit.page.url()).pathname;
  }

  async function run(query: string): Promise<void> {
    await visit.page.fill('#log-text', query);
    await visit.page.keyboard.press('Enter');
    await visit.page.locator('#log-result', { hasText: 'Query: ' }).waitFor();
  }

  it('goes through the lines by key as soon as it is open', async () => {
    const { page } = visit;
    await visit.go(path);
    await page.locator('.row', { hasText: /^1\b/ }).waitFor();
    const last = page.locator('.row .n').last();
    const first = await last.textContent();
    await page.keyboard.press('End');
    await page.waitForFunction(
      (before) => [...document.querySelectorAll('.row .n')].at(-1)?.textContent !== before,
      first,
    );
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('.row .n')?.textContent?.trim() === '1');
  });

  it('draws small and negative values from one zero, each number told apart from the next', async () => {
    const { page } = visit;
    await visit.go(path);
    await run('mean of drift by node');
    const rows = await page.locator('#log-result tbody tr').evaluateAll((found) =>
      found.map((row) => {
        const [zero, bar] = [...row.querySelectorAll('.bar i')].map((part) => part.getBoundingClientRect());
        const cells = [...row.querySelectorAll('td')].map(({ textContent }) => textContent);
        return { name: cells[0], shown: cells[1], zero: zero!.left, left: bar!.left, right: bar!.right };
      }),
    );
    expect(rows.map(({ name, shown }) => [name, shown])).toEqual([
      ['n2', '0.0004'],
      ['n1', '-0.0004'],
      ['n0', '-0.0012'],
    ]);
    expect(new Set(rows.map(({ zero }) => Math.round(zero))).size).toBe(1);
    const [above, below, lowest] = rows.map(({ left, right }) => right - left);
    expect(rows[0]!.left).toBeCloseTo(rows[0]!.zero, 0);
    expect(rows[1]!.right).toBeCloseTo(rows[1]!.zero, 0);
    expect(above).toBeCloseTo(below!, 0);
    expect(lowest! / below!).toBeCloseTo(3, 1);
    expect(await faultsInEachLook(page)).toEqual([]);
  });

  it('draws a course, tells its values by key, and shows the lines of a stretch', async () => {
    const { page } = visit;
    await visit.go(path);
    await run('count level=error every minute');
    const plot = page.locator('.course-plot');
    expect(await plot.locator('.value').count()).toBe(10);
    expect(await faultsInEachLook(page)).toEqual([]);
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.course output', { hasText: '2026-11-01 10:00:00 UTC: 1' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('#log-chips', { hasText: '10:01:00 to 2026-11-01 10:01:59' }).waitFor();
    await page.locator('#log-count', { hasText: '62 of' }).waitFor();
  });

  it('draws a course of days to its end, and tells values with their unit', async () => {
    const { page } = visit;
    const days = await upload('days.log', daysLog());
    await visit.go(`${days}/lines?document=days.log`);
    await run('trend of heap_kb');
    const plot = page.locator('.course-plot');
    const [drawn, last] = await plot.evaluate((place) => [
      place.getBoundingClientRect().right,
      [...place.querySelectorAll('.value')].at(-1)!.getBoundingClientRect().right,
    ]);
    expect(last! / drawn!).toBeGreaterThan(0.98);
    await plot.focus();
    await page.keyboard.press('End');
    await page.locator('.course output', { hasText: /: 40\d,\d+(\.\d)? kB$/ }).waitFor();
    expect(await faultsInEachLook(page)).toEqual([]);
  });

  it('shows events of a trace over time, and only what they have', async () => {
    const { page } = visit;
    const trace = await upload('ui.systrace', framesTrace());
    await visit.go(`${trace}/lines?document=ui.systrace%23events&from_ms=101000&to_ms=101999`);
    await page.locator('#log-count', { hasText: /^20 of 200 lines/ }).waitFor();
    await page.locator('#log-times svg rect.found').first().waitFor();
    await run('count');
    await page.locator('#log-result', { hasText: 'The time chosen above does not narrow it.' }).waitFor();
    await page.locator('#log-facets > summary').click();
    await page.locator('#log-facets details').first().waitFor();
    expect(await page.locator('#log-facets details', { hasText: 'Templates' }).count()).toBe(0);
    expect(await faultsInEachLook(page)).toEqual([]);
  });

  it('runs a query over the lines chosen, and shows them while it is written', async () => {
    const { page } = visit;
    await visit.go(`${path}&from_ms=${Date.UTC(2026, 10, 1, 10)}&to_ms=${Date.UTC(2026, 10, 1, 10, 0, 59, 999)}`);
    await page.locator('#log-count', { hasText: '62 of' }).waitFor();
    await page.selectOption('#log-level', 'error');
    await page.locator('#log-count', { hasText: '1 of' }).waitFor();
    await page.fill('#log-text', 'count by node');
    await page.locator('#log-count', { hasText: 'Press Enter' }).waitFor();
    expect(await page.locator('.row').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.locator('#log-result', { hasText: 'from 2026-11-01 10:00' }).waitFor();
    await page.locator('#log-result', { hasText: 'The level chosen above does not narrow it.' }).waitFor();
    const counts = await page.locator('#log-result tbody td:nth-child(2)').allTextContents();
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(59);
  });

  it('lets a query be put away while it is counted, and keeps what is filtered meanwhile', async () => {
    const { page } = visit;
    await visit.go(path);
    const held = Promise.withResolvers<void>();
    await page.route('**/log/query?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const result = page.locator('#log-result');
    const ask = async (query: string) => {
      await page.fill('#log-text', query);
      await page.keyboard.press('Enter');
      await result.filter({ hasText: 'Counting' }).waitFor();
    };
    await ask('count by bus');
    await result.getByRole('button', { name: 'Close' }).click();
    await result.waitFor({ state: 'hidden' });
    await ask('count by node');
    await page.fill('#log-text', 'did not answer');
    await page.locator('#log-count', { hasText: '10 of' }).waitFor();
    held.resolve();
    await result.filter({ hasText: 'Query: count, by node' }).waitFor();
    expect(await page.locator('#log-count').textContent()).toMatch(/^10 of/);
    await page.unroute('**/log/query?*');
  });

  it('says what is wrong with a pattern, and goes to a line without a key', async () => {
    const { page } = visit;
    await visit.go(path);
    await page.check('#log-regex');
    await page.fill('#log-text', 'n[12');
    await page.locator('#log-count', { hasText: /pattern/i }).waitFor();
    // The browser itself tells of each answer that refuses something.
    visit.complaints.length = 0;
    await page.fill('#log-text', '');
    await page.fill('#log-line', '500');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('#L500.marked').waitFor();
  });

  it('takes a stretch of time by key, and the lines of a written query', async () => {
    const { page } = visit;
    await visit.go(path);
    await page.locator('#log-times svg').waitFor();
    await page.locator('#log-times').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#log-times output', { hasText: '10:00:00' }).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('#log-chips button').waitFor();
    await page.locator('#log-count', { hasText: /^1[5-9] of / }).waitFor();
    await page.fill('#log-text', 'show line 300 around 4');
    await page.keyboard.press('Enter');
    await page.locator('#L300.marked').waitFor();
    expect(await page.locator('.row.marked').count()).toBe(5);
  });

  it('names filter, stretch, lines and query in an address that can be sent, and goes back by it', async () => {
    const { page } = visit;
    await visit.go(path);
    const count = (words: string) => page.locator('#log-count', { hasText: words }).waitFor();
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);
    await page.selectOption('#log-level', 'error');
    await count('10 of');
    await page.locator('#log-text').pressSequentially('bus');
    await page.locator('mark').first().waitFor();
    await expect.poll(query).toEqual({ document: 'sensors.log', level: 'error', text: 'bus' });
    await page.locator('a.n', { hasText: /^8$/ }).click();
    await page.locator('#L8.marked').waitFor();
    await page.locator('a.n', { hasText: /^11$/ }).click({ modifiers: ['Shift'] });
    expect(query()).toEqual({ document: 'sensors.log', line: '8', to: '11' });
    const shared = page.url();
    for (let back = 0; back < 2; back++) await page.goBack();
    await count('10 of');
    expect(await page.inputValue('#log-text')).toBe('bus');
    await page.goBack();
    await expect.poll(query).toEqual({ document: 'sensors.log', level: 'error' });
    expect(await page.inputValue('#log-text')).toBe('');
    await page.locator('#log-facets > summary').click();
    await page.locator('#log-facets details', { hasText: 'node' }).first().locator('summary').click();
    await page.getByRole('button', { name: 'n1', exact: true }).click();
    await expect.poll(query).toEqual({ document: 'sensors.log', level: 'error', field: 'node', value: 'n1' });
    await page.locator('#log-chips button', { hasText: 'node: n1' }).click();
    await run('count level=error every minute');
    await expect.poll(query).toMatchObject({ level: 'error', query: 'count level=error every minute' });
    await page.reload();
    await page.locator('.course-plot').waitFor();
    expect(await page.inputValue('#log-level')).toBe('error');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(query).not.toHaveProperty('query');
    await page.goto(shared);
    await page.locator('#L11.marked').waitFor();
    expect(await page.locator('.row.marked').count()).toBe(4);
    expect(visit.complaints).toEqual([]);
  });

  it('ties what stands below a line to it', async () => {
    const { page } = visit;
    await visit.go(`${path}&line=1`);
    const below = page.locator('.row.below.of-error');
    await below.first().waitFor();
    expect(await below.first().textContent()).toContain('at Sensor.read');
    const guide = (place: typeof below) =>
      place
        .first()
        .locator('.t')
        .evaluate((t) => getComputedStyle(t).borderLeft);
    expect(await guide(below)).toMatch(/^3px solid/);
    expect(await guide(page.locator('.row:not(.below)'))).toMatch(/^0px/);
    expect(visit.complaints).toEqual([]);
  });
});

/** Ten seconds of frames, each event 50 ms behind the one before. */
function framesTrace(): string {
  const events = Array.from({ length: 200 }, (_, n) => {
    const what = n % 2 === 0 ? 'B|1200|doFrame' : 'E|1200';
    return `            app-1200  [001] ...1 ${(100 + n * 0.05).toFixed(6)}: tracing_mark_write: ${what}`;
  });
  return `# tracer: nop\n#\n#           TASK-PID   CPU#  ||||    TIMESTAMP  FUNCTION\n${events.join('\n')}\n`;
}

/** Two days of a heap that grows. */
function daysLog(): string {
  return Array.from({ length: 2_000 }, (_, n) => {
    const time = new Date(Date.UTC(2026, 10, 1, 10) + n * 86_400).toISOString();
    return `${time} INFO [gc] heap_kb=${210_000 + n * 100}\n`;
  }).join('');
}

/** Ten minutes of three nodes whose drift lies around zero; once a minute one cannot be read. */
function sensorsLog(): string {
  const drifts = [-0.0012, -0.0004, 0.0004];
  return Array.from({ length: 600 }, (_, n) => {
    const time = new Date(Date.UTC(2026, 10, 1, 10) + n * 1_000).toISOString();
    return n % 60 === 7
      ? `${time} ERROR [bus] sensor did not answer\n    at Sensor.read(Sensor.java:12)\n    at Bus.poll(Bus.java:40)\n`
      : `${time} INFO [bus] drift=${drifts[n % 3]} node=n${n % 3}\n`;
  }).join('');
}
