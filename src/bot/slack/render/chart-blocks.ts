import type { Chart } from '../../cases/messages.ts';
import { clip, visible } from '../../writing/prose.ts';
import type { SlackBlock } from './rich-text.ts';

const mostTitle = 50;
const mostAxis = 50;
const mostLabel = 20;

/** Slack's own chart. */
export function chartBlock({ kind, title, across, categories, series }: Chart): SlackBlock {
  const labels = categories.map((words) => clip(visible(words), mostLabel));
  return {
    type: 'data_visualization',
    title: clip(visible(title), mostTitle),
    chart: {
      type: kind,
      axis_config: { categories: labels, ...(across ? { x_label: clip(visible(across), mostAxis) } : {}) },
      series: series.map(({ name, values }) => ({
        name: clip(visible(name), mostLabel),
        data: labels.map((label, index) => ({ label, value: values[index] ?? 0 })),
      })),
    },
  };
}

/** The same as a picture that was uploaded before. */
export function pictureBlock({ title }: Chart, fileId: string): SlackBlock {
  return { type: 'image', slack_file: { id: fileId }, alt_text: clip(visible(title), 1_000) };
}
