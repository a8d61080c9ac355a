import { readPersonId } from '#core/person-id.ts';
import { type leastVerdicts, type Policy, problemOfQuietHours } from '#core/policy.ts';
import { gates } from '../../writing/policy-words.ts';
import type { SlackBlock } from '../render/rich-text.ts';
import { choiceInput, modalView, pickInput, plainSection, textInput } from './modal.ts';
import { type FormValues, listOf, textOf } from './read-interaction.ts';

export const settingsForm = 'settings';

const onOff = [
  ['on', 'Yes'],
  ['off', 'No'],
] as const;

const verdicts: readonly (readonly [(typeof leastVerdicts)[number], string])[] = [
  ['INCONCLUSIVE', 'All'],
  ['LIKELY', 'LIKELY and CONFIRMED'],
  ['CONFIRMED', 'CONFIRMED alone'],
];

/** What the settings are of: a channel, or where it is named a project, asked for in that channel. */
interface SettingsOf {
  team: string;
  channel: string;
  user: string;
  project?: string;
}

/** The policy of one channel or project as a form. */
export function settingsModal(of: SettingsOf, policy: Policy): Record<string, unknown> {
  return modalView({
    name: settingsForm,
    title: of.project ? `Settings of ${of.project}`.slice(0, 24) : 'Settings of a channel',
    submit: 'Save',
    metadata: { ...of },
    blocks: of.project
      ? [
          plainSection(
            `These settings apply to answers on tickets of ${of.project}. Its administrators and the people who run this bot can change them.`,
          ),
          ...answerInputs(policy),
          personalInput(policy),
        ]
      : [
          plainSection(
            'These settings apply to files and questions in this channel. Full members of the channel can change them.',
          ),
          ...askerInputs(policy, of.team),
          ...answerInputs(policy),
          choiceInput('tellsOfAll', 'Reply to files that are not logs', onOff, policy.tellsOfAll ? 'on' : 'off'),
          personalInput(policy),
        ],
  });
}

function askerInputs(policy: Policy, team: string): SlackBlock[] {
  return [
    choiceInput('guests', 'Guests may ask', onOff, policy.guests ? 'on' : 'off'),
    choiceInput(
      'sharedChannels',
      'Work here although other organisations can read it',
      onOff,
      policy.sharedChannels ? 'on' : 'off',
    ),
    pickInput('askers', 'Only these people may ask', {
      picks: 'people',
      initial: ofTeam(policy.askers, team),
      hint: 'Nobody chosen: everybody may.',
    }),
  ];
}

function answerInputs(policy: Policy): SlackBlock[] {
  return [
    choiceInput('leastVerdict', 'Unrequested answers', verdicts, policy.leastVerdict),
    textInput('quietHours', 'Quiet hours', {
      initial: policy.quietHours,
      isOptional: true,
      most: 80,
      hint: 'Such as 22:00-06:00 Europe/Berlin; unrequested answers wait.',
    }),
    pickInput('reviewChannel', 'Shadow mode: answers go to this channel instead', {
      picks: 'channel',
      initial: policy.reviewChannel === '' ? [] : [policy.reviewChannel],
      hint: 'Where they are rated; I must be in it. None chosen: no shadow mode.',
    }),
  ];
}

function personalInput(policy: Policy): SlackBlock {
  return choiceInput('personal', 'IMEI, IMSI, MAC, SSID, phone, e-mail, position, tokens', gates, policy.personal);
}

/** The form as it was sent, over what it did not ask for; or what is wrong with it, by input. */
export function readSettings(
  values: FormValues,
  held: Policy,
  team: string,
): { policy: Policy } | { errors: Record<string, string> } {
  const isOn = (name: 'guests' | 'sharedChannels' | 'tellsOfAll') =>
    values.has(name) ? textOf(values, name) === 'on' : held[name];
  const quietHours = textOf(values, 'quietHours');
  const quietProblem = problemOfQuietHours(quietHours);
  if (quietProblem) return { errors: { quietHours: quietProblem } };
  const leastVerdict = verdicts.find(([value]) => value === textOf(values, 'leastVerdict'))?.[0] ?? 'INCONCLUSIVE';
  const personal = gates.find(([value]) => value === textOf(values, 'personal'))?.[0] ?? 'allow';
  return {
    policy: {
      guests: isOn('guests'),
      sharedChannels: isOn('sharedChannels'),
      askers: values.has('askers') ? askersOf(values, held, team) : held.askers,
      leastVerdict,
      quietHours,
      reviewChannel: textOf(values, 'reviewChannel'),
      tellsOfAll: isOn('tellsOfAll'),
      personal,
    },
  };
}

/** Those of this workspace, who are all that its client can show. */
function ofTeam(askers: readonly string[], team: string): string[] {
  return askers.flatMap((id) => {
    const person = readPersonId(id);
    return person && (person.team ?? team) === team ? [person.user] : [];
  });
}

/** Those of other workspaces, which the form did not show, stay. */
function askersOf(values: FormValues, { askers }: Policy, team: string): string[] {
  const others = askers.filter((id) => ofTeam([id], team).length === 0);
  return [...others, ...listOf(values, 'askers')];
}
