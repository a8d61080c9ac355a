import { writeFileSync } from 'node:fs';
import { renderSvg } from '#service/charts/render-chart.ts';
import { measureCosts } from './measure.ts';
import { ceilings, simulateDay } from './simulate.ts';

// A day of 1,000 workspaces and 100,000 files with what was measured here: node test/bench/scale/scale.ts [FILE.svg]
const costs = await measureCosts();
const day = { workspaces: 1_000, filesADay: 100_000, seed: 7 };
const least = Math.ceil((day.filesADay * costs.serviceSeconds) / 86_400);
const worlds = [
  { ...day, databases: 1, serviceCores: least },
  { ...day, databases: 1, serviceCores: 3 * least },
  { ...day, databases: 8, serviceCores: 3 * least },
];
const days = worlds.map((world) => ({ world, ...simulateDay(world, costs) }));
const nameOf = ({ databases, serviceCores }: (typeof worlds)[number]) => `${databases} D1, ${serviceCores} cores`;

console.log(costs, ceilings(costs, 1));
for (const { world, hours, databaseLoad, serviceLoad } of days) {
  const worst = hours.reduce((a, b) => (b.p99 > a.p99 ? b : a));
  console.log({ world: nameOf(world), databaseLoad, serviceLoad, worst });
}
const rows = days.flatMap(({ world, hours }) =>
  hours.flatMap(({ hour, p50, p99 }) => [
    { hour, seconds: p50, of: `${nameOf(world)}: median` },
    { hour, seconds: p99, of: `${nameOf(world)}: 99 of 100` },
  ]),
);
const spec = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  title: '100,000 files a day of 1,000 workspaces: seconds from event to answer',
  width: 560,
  height: 280,
  data: { name: 'rows' },
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'hour', type: 'quantitative', title: 'hour of the day' },
    y: { field: 'seconds', type: 'quantitative', scale: { type: 'log' }, title: 'seconds' },
    color: { field: 'of', type: 'nominal', title: 'database, log service' },
  },
};
const target = process.argv[2];
if (target) writeFileSync(target, await renderSvg({ spec: spec as never, data: { rows } as never }));
process.exit(0);
