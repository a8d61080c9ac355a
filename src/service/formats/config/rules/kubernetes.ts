import type { Finding } from '../../reading.ts';
import type { ConfigText, Setting } from '../config-text.ts';
import { findingAt } from './finding-at.ts';

/** One manifest of several, with what is looked up in it. */
interface Manifest {
  kind: string;
  name: string;
  namespace: string;
  line: number;
  settings: { keys: readonly (string | number)[]; at: string; value: string; line: number }[];
}

const podKeeper = /^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|CronJob|Pod)$/;
const mounted = /(?:^|\/)volumeMounts\/\d+\/name$/;

/** Manifests that do not fit together: selectors that match nothing, mounts without volume, names without object. */
export function findManifestTroubles(config: ConfigText, document: string): Finding[] {
  if (config.kind !== 'kubernetes') return [];
  const manifests = manifestsOf(config.settings);
  const pods = manifests.filter(({ kind }) => podKeeper.test(kind));
  return [
    ...repeated(manifests, document),
    ...pods.flatMap((pod) => [
      ...ownSelector(pod, document),
      ...mounts(pod, document),
      ...sources(pod, manifests, document),
      ...repeatedNames(pod, document),
    ]),
    ...manifests.filter(({ kind }) => kind === 'Service').flatMap((service) => selected(service, pods, document)),
  ].slice(0, 30);
}

function manifestsOf(settings: readonly Setting[]): Manifest[] {
  const isMany = settings.every(({ keys }) => typeof keys[0] === 'number');
  const groups = Map.groupBy(settings, ({ keys }) => (isMany ? (keys[0] as number) : 0));
  return [...groups.values()].flatMap((group): Manifest[] => {
    const own = group.map(({ keys, value, line }) => {
      const inner = isMany ? keys.slice(1) : keys;
      return { keys: inner, at: inner.join('/'), value, line };
    });
    const get = (at: string) => own.find((each) => each.at === at)?.value;
    const kind = get('kind');
    if (kind === undefined) return [];
    return [
      {
        kind,
        name: get('metadata/name') ?? '',
        namespace: get('metadata/namespace') ?? '',
        line: own.find(({ at }) => at === 'metadata/name')?.line ?? own[0]!.line,
        settings: own,
      },
    ];
  });
}

function repeated(manifests: readonly Manifest[], document: string): Finding[] {
  const same = Map.groupBy(
    manifests.filter(({ name }) => name !== ''),
    ({ kind, namespace, name }) => `${kind} ${namespace} ${name}`,
  );
  return severalOf(same, document, (each, { kind, name }) => ({
    rule: 'config.duplicate-object',
    severity: 'error',
    title: `${kind} ${name} is defined ${each.length} times`,
    explanation: 'The last definition wins, and which one is last depends on how they are applied.',
    subjects: [name],
  }));
}

function severalOf<T extends { line: number }>(
  same: Map<string, T[]>,
  document: string,
  tell: (each: readonly T[], first: T) => Parameters<typeof findingAt>[2],
): Finding[] {
  return [...same.values()]
    .filter((each) => each.length > 1)
    .map((each) =>
      findingAt(
        document,
        each.map(({ line }) => line),
        tell(each, each[0]!),
      ),
    );
}

/** A pod's labels: in its template, or its own. */
function labelsOf({ settings, kind }: Manifest): Map<string, string> {
  const base =
    kind === 'Pod'
      ? 'metadata/labels/'
      : kind === 'CronJob'
        ? 'spec/jobTemplate/spec/template/metadata/labels/'
        : 'spec/template/metadata/labels/';
  return new Map(
    settings.filter(({ at }) => at.startsWith(base)).map(({ at, value }) => [at.slice(base.length), value]),
  );
}

function ownSelector(pod: Manifest, document: string): Finding[] {
  const base = 'spec/selector/matchLabels/';
  const labels = labelsOf(pod);
  return pod.settings
    .filter(({ at, value }) => at.startsWith(base) && labels.get(at.slice(base.length)) !== value)
    .slice(0, 3)
    .map(({ at, value, line }) =>
      findingAt(document, line, {
        rule: 'config.selector-mismatch',
        severity: 'error',
        title: `${pod.kind} ${pod.name} selects ${at.slice(base.length)}=${value}, which its own pods do not have`,
        explanation: 'The manifest is refused: selector and template labels must agree.',
        subjects: [pod.name],
      }),
    );
}

function mounts(pod: Manifest, document: string): Finding[] {
  const volumes = new Set(
    pod.settings
      .filter(({ at }) => /(?:^|\/)(?:volumes\/\d+|volumeClaimTemplates\/\d+\/metadata)\/name$/.test(at))
      .map(({ value }) => value),
  );
  return pod.settings
    .filter(({ at, value }) => mounted.test(at) && !volumes.has(value))
    .map(({ value, line }) =>
      findingAt(document, line, {
        rule: 'config.undefined-reference',
        severity: 'error',
        title: `volume ${value} is mounted but not defined`,
        explanation: `${pod.kind} ${pod.name} has no volume of that name: it is refused.`,
        signature: 'config undefined volume',
        subjects: [value, pod.name],
      }),
    );
}

/** Only where the file brings some of their kind along: else they are made elsewhere. */
function sources(pod: Manifest, manifests: readonly Manifest[], document: string): Finding[] {
  return (
    [
      ['ConfigMap', /(?:configMapRef|configMapKeyRef|configMap)\/name$/],
      ['Secret', /(?:secretRef|secretKeyRef)\/name$|secret\/secretName$/],
      ['PersistentVolumeClaim', /persistentVolumeClaim\/claimName$/],
      ['ServiceAccount', /serviceAccountName$/],
    ] as const
  ).flatMap(([kind, pattern]) => {
    const there = manifests.filter((each) => each.kind === kind && each.namespace === pod.namespace);
    if (there.length === 0) return [];
    return pod.settings
      .filter(({ at, value }) => pattern.test(at) && !there.some(({ name }) => name === value))
      .map(({ value, line }) =>
        findingAt(document, line, {
          rule: 'config.undefined-reference',
          severity: 'warning',
          certainty: 'likely',
          title: `${kind} ${value} is used but not defined`,
          explanation: `${pod.kind} ${pod.name} names it; the file defines ${there
            .map(({ name }) => name)
            .slice(0, 4)
            .join(', ')}.`,
          signature: `config undefined ${kind}`,
          subjects: [value, kind],
        }),
      );
  });
}

function repeatedNames(pod: Manifest, document: string): Finding[] {
  const names = pod.settings.filter(({ at }) => /(?:containers|env|volumes|ports)\/\d+\/name$/.test(at));
  const same = Map.groupBy(names, ({ keys, value }) => `${keys.slice(0, -2).join('/')} ${value}`);
  return severalOf(same, document, (each, { value, keys }) => ({
    rule: 'config.duplicate-key',
    severity: 'warning',
    title: `${value} is ${each.length} times in ${String(keys.at(-3))} of ${pod.name}`,
    explanation: 'Of several with the same name only one applies, or the manifest is refused.',
    subjects: [value],
  }));
}

/** Services whose selector fits no pod of the file, or that name a port none of them has. */
function selected(service: Manifest, pods: readonly Manifest[], document: string): Finding[] {
  const base = 'spec/selector/';
  const selector = service.settings.filter(({ at }) => at.startsWith(base));
  const near = pods.filter(({ namespace }) => namespace === service.namespace);
  if (selector.length === 0 || near.length === 0) return [];
  const fitting = near.filter((pod) => {
    const labels = labelsOf(pod);
    return selector.every(({ at, value }) => labels.get(at.slice(base.length)) === value);
  });
  if (fitting.length === 0) {
    return [
      findingAt(
        document,
        selector.map(({ line }) => line),
        {
          rule: 'config.selector-mismatch',
          severity: 'warning',
          certainty: 'likely',
          title: `Service ${service.name} selects no pod of this file`,
          explanation: `No pod has ${selector.map(({ at, value }) => `${at.slice(base.length)}=${value}`).join(', ')}: requests to it reach nothing.`,
          subjects: [service.name],
        },
      ),
    ];
  }
  const ports = new Set(
    fitting.flatMap(({ settings }) =>
      settings.filter(({ at }) => /ports\/\d+\/name$/.test(at)).map(({ value }) => value),
    ),
  );
  return service.settings
    .filter(({ at, value }) => /^spec\/ports\/\d+\/targetPort$/.test(at) && !/^\d+$/.test(value) && !ports.has(value))
    .map(({ value, line }) =>
      findingAt(document, line, {
        rule: 'config.undefined-reference',
        severity: 'error',
        title: `port ${value} is used but not defined`,
        explanation: `Service ${service.name} sends to the port ${value}; none of its pods has a port of that name.`,
        signature: 'config undefined port',
        subjects: [value, service.name],
      }),
    );
}
