import { checkBlocks, checkText, isShape, type Shape } from './check-blocks.ts';

const viewLimitBytes = 250_000;
const labelLimit = 24;

/** Why Slack would refuse a view; `detail` as in its `response_metadata.messages`. */
interface ViewProblem {
  error: 'invalid_arguments' | 'view_too_large';
  detail: string;
}

export type ViewType = 'modal' | 'home';

/** Checks a view against the documented limits of modals and App Home. Undefined: Slack takes it. */
export function checkView(view: unknown, type: ViewType): ViewProblem | undefined {
  if (!isShape(view)) return refuse('view must be an object');
  if (new TextEncoder().encode(JSON.stringify(view)).length > viewLimitBytes) {
    return { error: 'view_too_large', detail: '[ERROR] view is too large' };
  }
  if (view.type !== type) return refuse(`must be a valid enum value [json-pointer:/view/type]`);
  const problem = checkStrings(view) ?? (type === 'modal' ? checkModal(view) : undefined);
  if (problem) return refuse(problem);
  const inBlocks = checkBlocks(view.blocks, type);
  return inBlocks && { error: 'invalid_arguments', detail: inBlocks.detail.replace('/blocks', '/view/blocks') };
}

const lengths = { private_metadata: 3000, callback_id: 255, external_id: 255 } as const;

function checkStrings(view: Shape): string | undefined {
  for (const [name, limit] of Object.entries(lengths)) {
    const value = view[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') return `must be a string [json-pointer:/view/${name}]`;
    if (value.length > limit) return `must be less than ${limit + 1} characters [json-pointer:/view/${name}]`;
  }
  return undefined;
}

function checkModal(view: Shape): string | undefined {
  if (view.title === undefined) return 'missing required field: title [json-pointer:/view]';
  for (const name of ['title', 'submit', 'close'] as const) {
    if (view[name] === undefined || view[name] === null) continue;
    const problem = checkText(view[name], labelLimit, ['plain_text']);
    if (problem) return `${problem} [json-pointer:/view/${name}]`;
  }
  const hasInput = Array.isArray(view.blocks) && view.blocks.some((block) => isShape(block) && block.type === 'input');
  return hasInput && !view.submit ? 'must have a submit button with input blocks [json-pointer:/view]' : undefined;
}

function refuse(detail: string): ViewProblem {
  return { error: 'invalid_arguments', detail: `[ERROR] ${detail}` };
}
