import { checkView, type ViewType } from './check-view.ts';
import type { Triggers } from './triggers.ts';
import { type Arguments, nested, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackToken, Workspace } from './workspace.ts';

const mostViews = 3;

export interface SlackView {
  id: string;
  type: ViewType;
  /** Whose screen it is on. */
  user: string;
  hash: string;
  blocks: Record<string, unknown>[];
  /** The view as the app gave it. */
  given: Record<string, unknown>;
  /** Set by the person, by block and action. */
  values: Record<string, Record<string, unknown>>;
  rootId: string;
  previousId: string | null;
}

/** The modals on people's screens, the topmost last, and their App Home. */
export interface Views {
  methods: SlackMethod[];
  modalsOf(user: string): readonly SlackView[];
  homeOf(user: string): SlackView | undefined;
  find(id: string): SlackView | undefined;
  show(view: SlackView): Record<string, unknown>;
  push(user: string, given: unknown): SlackView;
  replace(view: SlackView, given: unknown): void;
  /** The topmost is gone; `all`: every one. */
  close(user: string, all?: boolean): void;
}

export function createViews(options: {
  workspace: Workspace;
  triggers: Triggers;
  bot: () => SlackToken;
  hasHomeTab: boolean;
}): Views {
  const { workspace, triggers } = options;
  const stacks = new Map<string, SlackView[]>();
  const homes = new Map<string, SlackView>();
  const stackOf = (user: string): SlackView[] => stacks.get(user) ?? [];
  const all = () => [...stacks.values()].flat().concat([...homes.values()]);
  const nextHash = () => `${workspace.nextTs().replace('.', '')}.${crypto.randomUUID().slice(0, 8)}`;

  const read = (value: unknown, type: ViewType, replaced?: SlackView) => {
    const given = nested(value, 'invalid_arguments');
    const problem = checkView(given, type);
    if (problem) throw new SlackProblem(problem.error, { response_metadata: { messages: [problem.detail] } });
    const view = given as Record<string, unknown>;
    const isTaken = all().some((other) => other !== replaced && other.given.external_id === view.external_id);
    if (view.external_id && isTaken) throw new SlackProblem('duplicate_external_id');
    return { given: view, blocks: withIds(view.blocks as Record<string, unknown>[], workspace), hash: nextHash() };
  };
  const create = (user: string, value: unknown, type: ViewType, below?: SlackView): SlackView => {
    const id = workspace.nextId('V');
    const previousId = below?.id ?? null;
    return { id, type, user, values: {}, rootId: below?.rootId ?? id, previousId, ...read(value, type) };
  };

  const views: Views = {
    methods: [],
    modalsOf: stackOf,
    homeOf: (user) => homes.get(user),
    find: (id) => all().find((view) => view.id === id),
    show: (view) => showView(view, workspace, options.bot()),
    push(user, given) {
      const stack = stackOf(user);
      if (stack.length >= mostViews) throw new SlackProblem('push_limit_reached');
      const view = create(user, given, 'modal', stack.at(-1));
      stacks.set(user, [...stack, view]);
      return view;
    },
    replace(view, given) {
      const read_ = read(given, view.type, view);
      const ids = new Set(read_.blocks.map(({ block_id: id }) => id));
      const values = Object.fromEntries(Object.entries(view.values).filter(([id]) => ids.has(id)));
      Object.assign(view, read_, { values });
    },
    close(user, everything = false) {
      stacks.set(user, everything ? [] : stackOf(user).slice(0, -1));
    },
  };

  const requireHash = (view: SlackView, { hash }: Arguments): void => {
    if (hash !== undefined && hash !== '' && hash !== view.hash) throw new SlackProblem('hash_conflict');
  };
  const answer = (view: SlackView) => ({ view: views.show(view) });
  const method = (name: string, run: SlackMethod['run']): SlackMethod => ({ name, scopes: [], tier: 4, run });
  views.methods = [
    method('views.open', (args) => {
      const { user } = triggers.exchange(args.trigger_id);
      const view = create(user, args.view, 'modal');
      stacks.set(user, [view]);
      return answer(view);
    }),
    method('views.push', (args) => {
      const { user, viewId } = triggers.exchange(args.trigger_id);
      if (!stackOf(user).some(({ id }) => id === viewId)) throw new SlackProblem('not_found');
      return answer(views.push(user, args.view));
    }),
    method('views.update', (args) => {
      const isMeant = ({ id, given }: SlackView) =>
        args.view_id ? id === args.view_id : args.external_id !== undefined && given.external_id === args.external_id;
      const view = all().find((candidate) => candidate.type === 'modal' && isMeant(candidate));
      if (!view) throw new SlackProblem('not_found');
      requireHash(view, args);
      views.replace(view, args.view);
      return answer(view);
    }),
    method('views.publish', (args) => {
      const user = textArgument(args, 'user_id');
      if (!workspace.users.has(user)) throw new SlackProblem('user_not_found');
      if (!options.hasHomeTab) throw new SlackProblem('not_enabled');
      const earlier = homes.get(user);
      if (earlier) {
        requireHash(earlier, args);
        views.replace(earlier, args.view);
      }
      const view = earlier ?? create(user, args.view, 'home');
      homes.set(user, view);
      return answer(view);
    }),
  ];
  return views;
}

/** Slack names every block that the app left without an id. */
function withIds(blocks: Record<string, unknown>[], workspace: Workspace): Record<string, unknown>[] {
  return blocks.map((block) => ({ block_id: workspace.nextId('b'), ...block }));
}

function showView(view: SlackView, workspace: Workspace, bot: SlackToken): Record<string, unknown> {
  const { given } = view;
  return {
    id: view.id,
    team_id: workspace.teamId,
    type: view.type,
    blocks: view.blocks,
    private_metadata: given.private_metadata ?? '',
    callback_id: given.callback_id ?? '',
    external_id: given.external_id ?? '',
    title: given.title ?? { type: 'plain_text', text: 'View Title', emoji: true },
    submit: given.submit ?? null,
    close: given.close ?? null,
    clear_on_close: given.clear_on_close === true,
    notify_on_close: given.notify_on_close === true,
    state: { values: view.values },
    hash: view.hash,
    root_view_id: view.rootId,
    previous_view_id: view.previousId,
    app_id: workspace.appId,
    app_installed_team_id: workspace.teamId,
    bot_id: bot.botId,
  };
}
