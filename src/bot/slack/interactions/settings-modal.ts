import { type gateModes, type leastVerdicts, type Policy, problemOfQuietHours } from '#core/policy.ts';
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

const gates: readonly (readonly [(typeof gateModes)[number], string])[] = [
  ['allow', 'Leave as it is'],
  ['mask', 'Mask before upload and before posting'],
  ['block', 'Do not upload, do not post'],
];

/** The policy of one channel as a form. */
export function settingsModal(
  at: { team: string; channel: string; user: string },
  policy: Policy,
): Record<string, unknown> {
  return modalView({
    name: settingsForm,
    title: 'Settings of a channel',
    submit: 'Save',
    metadata: { ...at },
    blocks: [
      plainSection('What holds for files and questions in this channel. Full members of the channel may change it.'),
      choiceInput('guests', 'Guests may ask', onOff, policy.guests ? 'on' : 'off'),
      choiceInput(
        'sharedChannels',
        'Work here where other organisations read too',
        onOff,
        policy.sharedChannels ? 'on' : 'off',
      ),
      textInput('askers', 'Only these people may ask', {
        initial: policy.askers.join(', '),
        isOptional: true,
        hint: 'Member ids, comma-separated; empty: everybody.',
      }),
      choiceInput('leastVerdict', 'Answers nobody asked for', verdicts, policy.leastVerdict),
      textInput('quietHours', 'Quiet hours', {
        initial: policy.quietHours,
        isOptional: true,
        most: 80,
        hint: 'Like 22:00-06:00 Europe/Berlin; answers nobody asked for wait.',
      }),
      textInput('reviewChannel', 'Shadow mode: answers go to this channel instead', {
        initial: policy.reviewChannel,
        isOptional: true,
        most: 50,
        hint: 'A channel id. There they are judged; empty: no shadow mode.',
      }),
      choiceInput('tellsOfAll', 'A word about each file that is no log', onOff, policy.tellsOfAll ? 'on' : 'off'),
      choiceInput('personal', 'IMEI, IMSI, MAC, SSID, phone, e-mail, position, tokens', gates, policy.personal),
    ],
  });
}

/** The form as it was sent; or what is wrong with it, by input. */
export function readSettings(values: FormValues): { policy: Policy } | { errors: Record<string, string> } {
  const isOn = (name: string) => textOf(values, name) === 'on';
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
    ...(askers.every((id) => /^[UW][A-Z0-9]{2,30}$/.test(id)) ? {} : { askers: 'Member ids, such as U0123ABCD.' }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const leastVerdict = verdicts.find(([value]) => value === textOf(values, 'leastVerdict'))?.[0] ?? 'INCONCLUSIVE';
  const personal = gates.find(([value]) => value === textOf(values, 'personal'))?.[0] ?? 'allow';
  return {
    policy: {
      guests: isOn('guests'),
      sharedChannels: isOn('sharedChannels'),
      askers,
      leastVerdict,
      quietHours,
      reviewChannel,
      tellsOfAll: isOn('tellsOfAll'),
      personal,
    },
  };
}

/** What holds, in lines a person reads. */
export function policyInWords(policy: Policy, { right, judged }: { right: number; judged: number }): string[] {
  return [
    `Guests: ${policy.guests ? 'may ask' : 'may not ask'}. Channels shared with others: ${policy.sharedChannels ? 'served' : 'not served'}.`,
    policy.askers.length > 0 ? `Only ${policy.askers.length} people may ask.` : 'Everybody else may ask.',
    `Answers nobody asked for: ${policy.leastVerdict === 'INCONCLUSIVE' ? 'all' : `from ${policy.leastVerdict} on`}${policy.quietHours === '' ? '' : `, not in ${policy.quietHours}`}.`,
    policy.reviewChannel === ''
      ? 'Shadow mode: off.'
      : `Shadow mode: answers go to ${policy.reviewChannel} to be judged.`,
    `Personal data: ${gates.find(([value]) => value === policy.personal)?.[1] ?? ''}.`,
    judged === 0
      ? 'Nobody has judged an answer yet.'
      : `Judged: ${right} of ${judged} right (${Math.round((100 * right) / judged)} %).`,
  ];
}
