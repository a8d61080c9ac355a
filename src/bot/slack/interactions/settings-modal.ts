import { readPersonId } from '#core/person-id.ts';
import { type leastVerdicts, type Policy, problemOfQuietHours } from '#core/policy.ts';
import { gates } from '../../writing/policy-words.ts';
import type { SlackBlock } from '../render/rich-text.ts';
import { choiceInput, modalView, plainSection, textInput } from './modal.ts';
import { type FormValues, textOf } from './read-interaction.ts';

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
export interface SettingsOf {
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
          ...askerInputs(policy),
          ...answerInputs(policy),
          choiceInput('tellsOfAll', 'Reply to files that are not logs', onOff, policy.tellsOfAll ? 'on' : 'off'),
          personalInput(policy),
        ],
  });
}

function askerInputs(policy: Policy): SlackBlock[] {
  return [
    choiceInput('guests', 'Guests may ask', onOff, policy.guests ? 'on' : 'off'),
    choiceInput(
      'sharedChannels',
      'Work here although other organisations can read it',
      onOff,
      policy.sharedChannels ? 'on' : 'off',
    ),
    textInput('askers', 'Only these people may ask', {
      initial: policy.askers.join(', '),
      isOptional: true,
      hint: 'Member ids, comma-separated; empty: everybody.',
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
    textInput('reviewChannel', 'Shadow mode: answers go to this channel instead', {
      initial: policy.reviewChannel,
      isOptional: true,
      most: 50,
      hint: 'The id of the channel where they are rated. Empty: no shadow mode.',
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
): { policy: Policy } | { errors: Record<string, string> } {
  const isOn = (name: 'guests' | 'sharedChannels' | 'tellsOfAll') =>
    values.has(name) ? textOf(values, name) === 'on' : held[name];
  const quietHours = textOf(values, 'quietHours');
  const reviewChannel = textOf(values, 'reviewChannel');
  const askers = textOf(values, 'askers')
    .split(/[\s,]+/)
    .filter((id) => id !== '');
  const quietProblem = problemOfQuietHours(quietHours);
  const errors = {
    ...(quietProblem ? { quietHours: quietProblem } : {}),
    ...(reviewChannel === '' || /^[CG][A-Z0-9]{2,30}$/.test(reviewChannel)
      ? {}
      : { reviewChannel: 'The id of a channel, such as C0123ABCD.' }),
    ...(askers.every((id) => readPersonId(id)) ? {} : { askers: 'Member ids, such as U0123ABCD.' }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const leastVerdict = verdicts.find(([value]) => value === textOf(values, 'leastVerdict'))?.[0] ?? 'INCONCLUSIVE';
  const personal = gates.find(([value]) => value === textOf(values, 'personal'))?.[0] ?? 'allow';
  return {
    policy: {
      guests: isOn('guests'),
      sharedChannels: isOn('sharedChannels'),
      askers: values.has('askers') ? askers : held.askers,
      leastVerdict,
      quietHours,
      reviewChannel,
      tellsOfAll: isOn('tellsOfAll'),
      personal,
    },
  };
}
