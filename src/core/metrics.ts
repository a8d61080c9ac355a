export type Labels = Record<string, string>;

export interface Counter {
  add(labels?: Labels, amount?: number): void;
}

export interface Metrics {
  /** Names follow Prometheus: base unit as suffix, `_total` for counters. Asking twice for a name gives the same counter. */
  counter(name: string, help: string): Counter;
  /** Read when the page is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Prometheus text exposition format 0.0.4. */
  render(): Promise<string>;
}

export function createMetrics(): Metrics {
  const counters = new Map<string, { help: string; series: Map<string, number> }>();
  const gauges = new Map<string, { help: string; read: () => number | Promise<number> }>();

  return {
    counter(name, help) {
      const counter = counters.get(name) ?? { help, series: new Map<string, number>() };
      counters.set(name, counter);
      return {
        add(labels = {}, amount = 1) {
          const key = formatLabels(labels);
          counter.series.set(key, (counter.series.get(key) ?? 0) + amount);
        },
      };
    },
    gauge(name, help, read) {
      gauges.set(name, { help, read });
    },
    async render() {
      const lines: string[] = [];
      for (const [name, { help, series }] of counters) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`);
        for (const [labels, value] of series) lines.push(`${name}${labels} ${value}`);
      }
      for (const [name, { help, read }] of gauges) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${await read()}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function formatLabels(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
}
