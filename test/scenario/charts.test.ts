import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { drawChart } from '../../src/service/charts/draw-chart.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';

const log = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };
const startMs = Date.parse('2026-11-20T09:00:00Z');
const points = Array.from({ length: 40 }, (_, index) => ({ time: startMs + index * 60_000, value: 400 + index * 38 }));
const activity = Array.from({ length: 30 }, (_, index) => ({
  start: startMs + index * 60_000,
  severity: index > 20 ? 'error' : 'info',
  count: 5,
}));
const time = { encoding: { x: { type: 'temporal', axis: { title: 'UTC+05:30' } } } };
const dashboard = {
  spec: {
    vconcat: [
      { data: { name: 'activity' }, title: { text: 'Errors rise after 09:21' }, ...time },
      { data: { name: 'other' }, title: { text: 'temperature stays at 40 degrees' }, ...time },
      { data: { name: 'memory' }, title: { text: 'memory rises from 400 MB to 1.9 GB' }, ...time },
      { data: { name: 'few' }, title: { text: 'memory of few' }, ...time },
    ],
  },
  data: { activity, other: points, memory: points, few: points.slice(0, 3) },
};

async function start(): Promise<BotUnderTest> {
  const run = await startBot({ drawChart });
  run.service.app.get('/api/v1/files/:id/dashboard', () => envelope(200, dashboard));
  run.service.deep = () =>
    envelope(200, { verdict: 'LIKELY', root_cause: 'data-processor leaks memory', answer: 'Memory never falls.' });
  return run;
}

const answers = (run: BotUnderTest) =>
  run.slack.workspace.channels.get(channel)!.messages.filter(({ user }) => user === run.slack.bot.userId);
const typesOf = (run: BotUnderTest) => (answers(run)[0]!.blocks as { type: string }[]).map(({ type }) => type);

describe('charts in an answer', () => {
  it('charts in the message: are two at most, those that show what was found, with their titles as text', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    const blocks = answers(run)[0]!.blocks as { type: string; title?: string; chart?: object }[];
    const charts = blocks.filter(({ type }) => type === 'data_visualization');
    expect(charts.map(({ title }) => title)).toEqual(['memory rises from 400 MB to 1.9 GB', 'Errors rise after 09:21']);
    for (const { chart } of charts) expect(chart).toMatchObject({ axis_config: { x_label: 'UTC+05:30' } });
    expect(readMessage(answers(run)[0]!).text).toContain('Chart: memory rises from 400 MB to 1.9 GB');
    expect(run.posts()[0]?.text).toContain('Chart: Errors rise after 09:21');
    expect(answers(run)).toHaveLength(1);
  });

  it('are pictures in the same message where Slack takes no chart of its own', async () => {
    using run = await start();
    run.slack.faults.add('chat.postMessage', { kind: 'error', error: 'invalid_blocks' });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    expect(typesOf(run).filter((type) => type === 'image')).toHaveLength(2);
    const png = [...run.slack.workspace.files.values()].filter(({ name }) => name.endsWith('.png'));
    expect(png.map(({ bytes }) => [...bytes.slice(1, 4)])).toEqual([
      [0x50, 0x4e, 0x47],
      [0x50, 0x4e, 0x47],
    ]);
    expect(answers(run)).toHaveLength(1);
  });

  it('are left out where neither is taken, and the answer is posted', async () => {
    using run = await start();
    for (let time = 0; time < 2; time += 1)
      run.slack.faults.add('chat.postMessage', { kind: 'error', error: 'invalid_blocks' });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    expect(typesOf(run)).not.toContain('image');
    expect(readMessage(answers(run)[0]!).text).toContain('Chart: memory rises');
    expect(answers(run)).toHaveLength(1);
  });

  it('are attached to a ticket as pictures, once each, and the comment names them', async () => {
    using run = await start();
    const { key } = await run.jira.people.createIssue({
      project: 'PROJ',
      user: 'ada',
      summary: 'It dies',
      files: [log],
    });
    run.jira.faults.add(/POST .*\/attachments/, { kind: 'status', status: 500, after: true });
    await run.pass(120_000);
    const issue = run.jira.site.findIssue(key);
    const pictures = issue?.attachments.filter(({ filename }) => filename.endsWith('.png')) ?? [];
    expect(pictures.map(({ bytes }) => [...bytes.slice(1, 4)])).toEqual([
      [0x50, 0x4e, 0x47],
      [0x50, 0x4e, 0x47],
    ]);
    expect(issue?.comments).toHaveLength(1);
    const text = JSON.stringify(issue?.comments[0]?.body);
    expect(text).toContain(`Chart: memory rises from 400 MB to 1.9 GB (attached as ${pictures[0]?.filename})`);
    expect(text).toContain(`Chart: Errors rise after 09:21 (attached as ${pictures[1]?.filename})`);
    expect(pictures.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^chart-1-[0-9a-f]{8}\.png$/),
      expect.stringMatching(/^chart-2-[0-9a-f]{8}\.png$/),
    ]);
  });

  it('are left out of a ticket that takes no attachments', async () => {
    using run = await start();
    const { key } = await run.jira.people.createIssue({
      project: 'PROJ',
      user: 'ada',
      summary: 'It dies',
      files: [log],
    });
    run.jira.faults.add(/POST .*\/attachments/, { kind: 'status', status: 403 }, 10);
    await run.pass(120_000);
    const issue = run.jira.site.findIssue(key);
    expect(issue?.comments).toHaveLength(1);
    expect(JSON.stringify(issue?.comments[0]?.body)).toContain('Chart: memory rises');
  });

  it('are none of the file below a figure that was asked for', async () => {
    using run = await start();
    run.service.deep = () =>
      envelope(200, { verdict: 'CONFIRMED', root_cause: '14 lines', answer: 'x', read_as: 'count level=error' });
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'how many errors?', files: [log] });
    await run.pass(30_000);
    expect(readMessage(answers(run)[0]!).text).toContain('14 lines');
    expect(typesOf(run)).not.toContain('data_visualization');
  });

  it('are its own of a figure, the same in Slack and on its page, with numbers that can be drawn', async () => {
    using run = await start();
    const chart = {
      kind: 'bar',
      title: 'lines by host',
      categories: ['h0', 'h1', 'h2', 'password=hunter2x'],
      series: [{ name: 'lines', values: [9, 7, 4, 1] }],
    };
    const figure = { verdict: 'CONFIRMED', root_cause: 'h0: 9; h1: 7', answer: 'x', read_as: 'count by host' };
    run.service.deep = () => envelope(200, { ...figure, chart });
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'how many lines by host?', files: [log] });
    await run.pass(30_000);
    const blocks = answers(run)[0]!.blocks as { type: string; title?: string; chart?: object }[];
    const [drawn, ...others] = blocks.filter(({ type }) => type === 'data_visualization');
    expect(others).toEqual([]);
    expect(drawn).toMatchObject({ title: 'lines by host', chart: { type: 'bar' } });
    expect(JSON.stringify(drawn)).toContain('{"label":"h1","value":7}');
    expect(JSON.stringify(drawn)).not.toContain('hunter2x');
    expect(readMessage(answers(run)[0]!).text).toContain('Chart: lines by host');
    run.service.deep = () =>
      envelope(200, { ...figure, chart: { ...chart, series: [{ name: 'x', values: [1, 'a'] }] } });
    await run.slack.people.say({
      channel,
      user: 'U0ADA',
      text: 'how many lines by host?',
      files: [{ name: 'b.log', bytes: 'one\n' }],
    });
    await run.pass(30_000);
    expect(answers(run)).toHaveLength(2);
    expect(JSON.stringify(answers(run)[1]!.blocks)).not.toContain('data_visualization');
  });

  it('are those its words name, where the service does not tell how a question was read', async () => {
    using run = await start();
    run.service.deep = () => envelope(200, { verdict: 'CONFIRMED', root_cause: 'memory is 1.9 GB', answer: 'x' });
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'how much memory?', files: [log] });
    await run.pass(30_000);
    const blocks = answers(run)[0]!.blocks as { type: string; title?: string }[];
    const titles = blocks.filter(({ type }) => type === 'data_visualization').map(({ title }) => title);
    expect(titles).toEqual(['memory rises from 400 MB to 1.9 GB']);
  });

  it('are none where the service describes none or nothing was found', async () => {
    using run = await start();
    run.service.deep = () =>
      envelope(200, { verdict: 'INCONCLUSIVE', root_cause: 'nothing about memory', answer: 'x' });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    expect(typesOf(run)).not.toContain('data_visualization');
  });
});
