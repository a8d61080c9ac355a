import { describe, expect, it } from 'vitest';
import { RemoteError } from '#core/errors.ts';
import type { Answer } from '../../../src/bot/cases/messages.ts';
import type { TicketPlace } from '../../../src/bot/cases/place.ts';
import { ticketPlace } from '../../../src/bot/cases/ports.ts';
import type { Post } from '../../../src/bot/delivery/destination.ts';
import { adfToText } from '../../../src/bot/jira/adf-text.ts';
import { createJiraDestination } from '../../../src/bot/jira/jira-destination.ts';
import { createJiraTracker } from '../../../src/bot/jira/jira-tracker.ts';
import { readTicketLink } from '../../../src/bot/jira/read-link.ts';
import type { AdfDocument } from '../../../src/bot/jira/render/adf.ts';
import type { JiraContent } from '../../../src/bot/jira/render/comment-parts.ts';
import { renderForJira } from '../../../src/bot/jira/render/render-comment.ts';
import { proseToWiki } from '../../../src/bot/jira/render/wiki.ts';
import { markdownToProse } from '../../../src/bot/writing/markdown-prose.ts';
import { paragraph } from '../../../src/bot/writing/prose.ts';
import { adfText, checkAdf, readAdf } from '../../../src/sandbox/jira/check-adf.ts';
import { hostileLine, sampleAnswer } from '../../support/sample-answer.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { downloaderOf, jiraClientOf, jiraOrigin, startJira } from '../../support/vendors.ts';

const signal = new AbortController().signal;

async function setUp(options: { project?: string; isRequest?: boolean; answer?: Answer } = {}) {
  const clock = createTestClock();
  const jira = startJira(clock);
  const client = jiraClientOf(jira);
  const tracker = createJiraTracker({ client, downloader: downloaderOf(jira), clock });
  const destination = createJiraDestination({ client });
  const issue = await jira.people.createIssue({
    project: options.project ?? 'PROJ',
    user: 'ada',
    summary: 'It reboots',
    description: 'Since 4.3.\nTwice a day.',
    files: [{ name: 'a.log', bytes: 'content' }],
    ...(options.isRequest === undefined ? {} : { isRequest: options.isRequest }),
  });
  const fetched = await tracker.ticket(issue.key);
  if (fetched.status !== 'found') throw new Error('no ticket');
  const place = ticketPlace(fetched.value);
  const parts = destination.render(place, options.answer ?? sampleAnswer, 'a1b2c3d4');
  const postOf = (part = 0): Post<TicketPlace, JiraContent> => ({
    part,
    key: `delivery-${part}`,
    place,
    content: parts[part]!.content,
    plannedAtMs: clock.now(),
    firstRef: null,
  });
  return { clock, jira, tracker, destination, issue, ticket: fetched.value, place, parts, postOf };
}

async function failure(work: Promise<unknown>): Promise<RemoteError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RemoteError)) throw new Error(`not a RemoteError: ${error}`);
  return error;
}

const long: Answer = {
  ...sampleAnswer,
  proof: Array.from({ length: 120 }, (_, index) => ({
    file: 'big.log',
    lineStart: index + 1,
    lineEnd: index + 1,
    excerpt: `line ${index} ${'x'.repeat(400)}`,
  })),
};

describe('what cases ask of Jira', () => {
  it('reads a ticket as the question, with its attachments', async () => {
    const { ticket, issue, jira, tracker } = await setUp();
    expect(ticket).toEqual({
      site: jiraOrigin,
      issueId: issue.id,
      issueKey: 'PROJ-1',
      project: { id: issue.project.id, key: 'PROJ', isServiceDesk: false },
      summary: 'It reboots',
      description: 'Since 4.3.\nTwice a day.',
      attachments: [
        {
          id: issue.attachments[0]?.id,
          name: 'a.log',
          sizeBytes: 7,
          mimeType: 'text/plain',
          author: { isOwn: false },
          createdMs: issue.attachments[0]?.createdMs,
        },
      ],
      labels: [],
      versions: [],
      url: `${jiraOrigin}/browse/PROJ-1`,
    });
    expect(await tracker.ticket('PROJ-9')).toEqual({ status: 'gone' });
    expect(await tracker.ticket('../../secret')).toEqual({ status: 'gone' });
    expect((await tracker.projects()).get('DESK')).toMatchObject({ isServiceDesk: true });
    expect(await tracker.identity()).toEqual({ accountId: jira.bot.accountId });
    expect(jira.unexpected).toEqual([]);
  });

  it.each([false, true])('downloads an attachment (answered with a redirect: %s)', async (alwaysRedirects) => {
    const { jira, issue, tracker } = await setUp();
    jira.settings.alwaysRedirects = alwaysRedirects;
    jira.settings.mediaOrigin = 'https://api.media.atlassian.com';
    const download = await tracker.download({ attachmentId: issue.attachments[0]!.id }, signal);
    expect(download).toMatchObject({ status: 'ok', name: 'a.log', sizeBytes: 7 });
    if (download.status === 'ok') expect(await new Response(download.stream).text()).toBe('content');
    expect(await tracker.download({ attachmentId: '999' }, signal)).toEqual({ status: 'gone' });
  });

  it('reads addresses of its own site alone', () => {
    const site = 'https://acme.atlassian.net';
    expect(readTicketLink(`${site}/browse/proj-12?focusedId=1`, site)).toBe('PROJ-12');
    expect(readTicketLink(`${site}/jira/software/c/projects/PROJ/boards/1?selectedIssue=PROJ-7`, site)).toBe('PROJ-7');
    expect(readTicketLink(`${site}/servicedesk/customer/portal/3/DESK-4`, site)).toBe('DESK-4');
    expect(readTicketLink('https://evil.example/browse/PROJ-12', site)).toBeNull();
    expect(readTicketLink('http://host:8080/jira/browse/PROJ-12', 'http://host:8080/jira')).toBe('PROJ-12');
    expect(readTicketLink('http://host:8080/other/browse/PROJ-12', 'http://host:8080/jira')).toBeNull();
  });
});

describe('posting to Jira', () => {
  it('comments once, is found by its property, and can be taken back', async () => {
    const { jira, destination, issue, postOf } = await setUp();
    const posted = await destination.post(postOf(), signal);
    expect(issue.comments).toHaveLength(1);
    expect(issue.comments[0]?.properties).toEqual([{ key: 'logtriage.delivery', value: { key: 'delivery-0' } }]);
    const reading = readAdf(issue.comments[0]?.body);
    for (const { excerpt } of sampleAnswer.proof) expect(reading.text).toContain(excerpt);
    expect(reading.links).toEqual(['http://jira.test/browse/PROJ-88']);
    const folded = (issue.comments[0]?.body as AdfDocument | undefined)?.content.at(-1);
    expect(folded).toMatchObject({ type: 'expand', attrs: { title: 'Details' } });
    expect(JSON.stringify(folded)).toContain(
      'sha256 abababababab, signature null-deref:foo_drv_irq, engine builtin, 2.1 s',
    );
    expect(await destination.find(postOf(), signal)).toEqual([posted]);
    await destination.remove(postOf(), posted.ref, signal);
    await destination.remove(postOf(), posted.ref, signal);
    expect(await destination.find(postOf(), signal)).toEqual([]);
    expect(jira.unexpected).toEqual([]);
  });

  it('is found among hundreds of comments', async () => {
    const { jira, destination, issue, postOf } = await setUp();
    for (let index = 0; index < 150; index += 1)
      await jira.people.comment({ issue: issue.key, user: 'ada', text: 'hm' });
    const posted = await destination.post(postOf(), signal);
    for (let index = 0; index < 150; index += 1)
      await jira.people.comment({ issue: issue.key, user: 'ada', text: 'hm' });
    expect(await destination.find(postOf(), signal)).toEqual([posted]);
  });

  it('is found one property at a time where comments cannot be listed with theirs', async () => {
    const { jira, destination, postOf } = await setUp();
    const posted = await destination.post(postOf(), signal);
    jira.faults.add('POST /rest/api/3/comment/list', { kind: 'status', status: 405 });
    expect(await destination.find(postOf(), signal)).toEqual([posted]);
  });

  it('attaches what does not fit', async () => {
    const { destination, issue, parts, postOf } = await setUp({ answer: long });
    expect(parts).toHaveLength(2);
    for (const part of [0, 1]) await destination.post(postOf(part), signal);
    expect(issue.comments).toHaveLength(1);
    const attached = issue.attachments.at(-1);
    expect(attached?.filename).toBe('answer-a1b2c3d4.md');
    const body = new TextDecoder().decode(attached?.bytes);
    for (const { excerpt } of long.proof) expect(body).toContain(excerpt);
    expect(await destination.find(postOf(1), signal)).toMatchObject([{ ref: { attachmentId: attached?.id } }]);
    for (const content of parts[1]?.otherwise ?? []) {
      expect(content.kind === 'comment' && checkAdf(content.doc)).toBeUndefined();
    }
  });

  it('lets nothing of a log mention, link or format', async () => {
    const answer: Answer = {
      ...sampleAnswer,
      file: { ...sampleAnswer.file, name: hostileLine },
      question: hostileLine,
      cause: hostileLine,
      explanation: hostileLine,
      notTheCause: [hostileLine],
      next: [hostileLine],
      proof: [{ file: hostileLine, lineStart: 1, lineEnd: 2, excerpt: `${hostileLine}\n\u0000${hostileLine}` }],
      otherPlaces: [],
    };
    const { destination, issue, postOf } = await setUp({ answer });
    await destination.post(postOf(), signal);
    const reading = readAdf(issue.comments[0]?.body);
    expect(reading).toMatchObject({ mentions: [], links: [] });
    expect(reading.text).toContain(`${hostileLine}\n␀${hostileLine}`);
  });

  it.each([
    [
      'a limit',
      { kind: 'rate-limited', retryAfterS: 7, reason: 'jira-burst-based' },
      { code: 'retry_later', retryAfterMs: 7000, reason: 'jira-burst-based', isAmbiguous: false },
    ],
    ['401', { kind: 'status', status: 401 }, { code: 'unauthorized', isAmbiguous: false }],
    ['403', { kind: 'status', status: 403 }, { code: 'forbidden', isAmbiguous: false }],
    ['413', { kind: 'status', status: 413 }, { code: 'rejected', isAmbiguous: false }],
    ['500 before', { kind: 'status', status: 500 }, { code: 'unavailable', isAmbiguous: true }],
    [
      '500 after it was stored',
      { kind: 'status', status: 500, after: true },
      { code: 'unavailable', isAmbiguous: true },
    ],
    ['silence', { kind: 'hang', after: true }, { code: 'unavailable', isAmbiguous: true }],
    ['a lost connection', { kind: 'reset' }, { code: 'unavailable', isAmbiguous: true }],
  ] as const)('says what became of a comment after %s', async (_, fault, expected) => {
    const { jira, destination, issue, postOf } = await setUp();
    const impatient = createJiraDestination({ client: jiraClientOf(jira, 50) });
    jira.faults.add(`POST /rest/api/3/issue/${issue.id}/comment`, fault);
    const poster = fault.kind === 'hang' ? impatient : destination;
    expect(await failure(poster.post(postOf(), signal))).toMatchObject(expected);
    expect(await destination.find(postOf(), signal)).toHaveLength('after' in fault ? 1 : 0);
  });

  it('does not pretend to know when a look-up fails', async () => {
    const { jira, destination, issue, postOf } = await setUp();
    jira.faults.add(`GET /rest/api/3/issue/${issue.id}/comment`, { kind: 'status', status: 502 });
    expect(await failure(destination.find(postOf(), signal))).toMatchObject({
      code: 'unavailable',
      isAmbiguous: false,
    });
  });
});

describe('on a service project', () => {
  it('comments internally, the key as a labelled reference in the last line', async () => {
    const { destination, issue, postOf } = await setUp({ project: 'DESK' });
    const posted = await destination.post(postOf(), signal);
    expect(issue.comments).toMatchObject([{ isPublic: false }]);
    const text = adfText(issue.comments[0]?.body);
    expect(text.split('\n').at(-1)).toBe('Reference: delivery-0');
    for (const { excerpt } of sampleAnswer.proof) expect(text).toContain(excerpt);
    expect(await destination.find(postOf(), signal)).toEqual([posted]);
  });

  it('posts nothing where internal comments are refused', async () => {
    const { destination, issue, postOf } = await setUp({ project: 'DESK', isRequest: false });
    expect(await failure(destination.post(postOf(), signal))).toMatchObject({
      code: 'forbidden',
      reason: 'internal_comment_refused',
      isAmbiguous: false,
    });
    expect(issue.comments).toEqual([]);
  });

  it('takes a comment back that was made public all the same', async () => {
    const { jira, destination, issue, postOf } = await setUp({ project: 'DESK' });
    const push = issue.comments.push.bind(issue.comments);
    issue.comments.push = (...comments) =>
      push(...comments.map((comment) => Object.assign(comment, { isPublic: true })));
    expect(await failure(destination.post(postOf(), signal))).toMatchObject({ code: 'forbidden' });
    expect(jira.site.findIssue(issue.key)?.comments).toEqual([]);
  });

  it('never attaches a file, however long the answer', async () => {
    const { parts } = await setUp({ project: 'DESK', answer: long });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every(({ content }) => content.kind === 'internal')).toBe(true);
  });

  it('disarms wiki markup of a log', async () => {
    const answer: Answer = {
      ...sampleAnswer,
      explanation: hostileLine.replaceAll('`', ''),
      cause: hostileLine,
      otherPlaces: [],
    };
    const { parts } = await setUp({ project: 'DESK', answer });
    const text = parts[0]?.content.kind === 'internal' ? parts[0].content.text : '';
    const outside = text.replace(/\{noformat\}[\s\S]*?\{noformat\}/g, '');
    const own = /\{panel(?::bgColor=#[\da-f]{6})?\}|\{\{[^{}\n]*\}\}|^\*.*\*$/gm;
    expect(outside.replace(own, '')).not.toMatch(/(?<!\\)[[{|]|(?<![\w\\])\*\w|\w\*(?![\w\\])|https?:\/\//);
  });
});

describe('wiki text', () => {
  it('has the links of an answer behind all that it tells, and then what it is known by', () => {
    const [part] = renderForJira({ ...sampleAnswer, also: 'A fan stopped, too.' }, false, 'a1b2c3d4');
    const text = part?.content.kind === 'comment' ? part.content.text : '';
    expect(text.split('\n\n').slice(-4)).toEqual([
      '*Also in the file*',
      'A fan stopped, too.',
      'Same file\u2060: [PROJ-88|http://jira.test/browse/PROJ-88]',
      expect.stringMatching(
        /^2 quotes looked up in the file, sha256 abababababab, signature .*, engine builtin, 2\.1 s$/,
      ),
    ]);
  });

  it.each([
    ['`df -h; du -xsh /* | sort -h`, not df -h', '{{df \\-h; du \\-xsh /\\* \\| sort \\-h}}, not df \\-h'],
    ['irq `foo_drv`s', 'irq foo_drvs'],
    ['[~ada] {color:red} !x.png! a|b', '\\[\\~ada] \\{\u2060color:red} \\!x.png! a\\|b'],
    ['foo_drv_irq 3 - 4 why? ??', 'foo_drv_irq 3 - 4 why? \\?\\?'],
    ['*bold* _it_ (x) C:\\temp', '\\*bold\\* \\_it\\_ \\(x) C:\\\u2060temp'],
    ['https://evil.example', 'https\u2060://evil.example'],
  ])('shows %j letter by letter', (markdown, wiki) => {
    const prose = markdown.includes('`') ? markdownToProse(markdown) : [paragraph(markdown)];
    expect(proseToWiki(prose)).toBe(wiki);
  });

  it.each([
    ['h2. Steps\n# start *it*\n* wait_for_it', 'Steps\nstart it\nwait_for_it'],
    ['{panel:title=Q}Why did {{a_b}} stop?{panel} {color:red}red{color}', 'Why did a_b stop? red'],
    [
      'see [the wiki|http://w.example/x] and [http://a.example], !shot.png|thumbnail!',
      'see the wiki and http://a.example,',
    ],
    ['||name||state||\n|eth0|*down*|', 'name | state\neth0 | down'],
    ['{code:java}\n*p = h1. {{x}};\n{code} end', '*p = h1. {{x}};\n end'],
    ['[   62.103] foo_drv 2-0048: a*b*c \\*no\\* one\\\\two', '[   62.103] foo_drv 2-0048: a*b*c *no* one\ntwo'],
    ['*a* and *b*, _c_; snake_case_name 2*3*4', 'a and b, c; snake_case_name 2*3*4'],
    ['{noformat}never *ended*', 'never ended'],
  ])('%j is read as %j', (wiki, words) => {
    expect(adfToText(wiki)).toBe(words);
  });
});
