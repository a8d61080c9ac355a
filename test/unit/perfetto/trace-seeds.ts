import {
  clockSnapshot,
  compressed,
  type Field,
  ftrace,
  print,
  processTree,
  threadTrack,
  traceFile,
  trackEvent,
  types,
} from './build-trace.ts';

const seedsOfForms: readonly Uint8Array[] = [
  traceFile(
    clockSnapshot(1_000n, 1_700_000_000_000_000_000n),
    threadTrack(1, 5, 7, 'worker'),
    trackEvent(1000, 1, types.begin, 'outer'),
    trackEvent(3000, 1, types.end),
    compressed(trackEvent(5000, 1, types.instant, 'inside'), trackEvent(6000, 9, types.counter, 'n', [[30, 5]])),
    processTree({ pid: 40, name: 'app', threads: [{ tid: 41, name: 'render' }] }),
    ftrace(
      0,
      print(1_000_000, 41, 'B|40|draw\n'),
      print(2_000_000, 41, 'E|40\n'),
      {
        timeNs: 3,
        tid: 1,
        field: 235,
        fields: [
          [1, 50],
          [2, 'child'],
        ] as Field[],
      },
      {
        timeNs: 4,
        tid: 1,
        field: 4,
        fields: [
          [2, 50],
          [4, 0],
          [6, 41],
        ] as Field[],
      },
    ),
    [
      [
        39,
        [
          [
            1,
            [
              [2, 40],
              [3, 41],
              [6, 'tag'],
              [7, 6],
              [8, 'failed'],
            ],
          ],
        ],
      ],
    ],
  ),
  Buffer.from(
    '{"traceEvents":[{"ph":"B","ts":1,"pid":1,"tid":1,"name":"a"},{"ph":"E","ts":2,"pid":1,"tid":1},{"ph":"X","ts":3,"dur":9,"pid":1,"tid":1,"name":"b","args":{"x":[1,{}]}}],"x":{}}',
  ),
  Buffer.from(
    '# tracer: nop\n  app-300 (300) [000] ...1 50.549000: tracing_mark_write: B|300|x\n  app-300 (300) [000] d..3 51.0000: sched_switch: prev_comm=app prev_pid=300 prev_prio=120 prev_state=S ==> next_comm=a next_pid=0 next_prio=120\n',
  ),
];

const clocked = (field: number, fields: Field[]): Field[] => [
  [8, 7_000_000],
  [10, 1],
  [field, fields],
];

const lifeAndTrouble = traceFile(
  clockSnapshot(1_000n, 1_700_000_000_000_000_000n),
  processTree({ pid: 40, name: 'app', threads: [{ tid: 41, name: 'db' }] }),
  clocked(1002, [
    [
      1,
      [
        [1, 60],
        [6, 'started'],
        [7, 5],
      ],
    ],
  ]),
  clocked(12, [
    [
      35,
      [
        [1, 3],
        [2, 40],
      ],
    ],
  ]),
  clocked(99, [
    [1, 3],
    [2, 41],
  ]),
  clocked(131, [
    [1, 40],
    [3, 'renamed'],
  ]),
  clocked(66, [
    [2, 40],
    [3, 42],
  ]),
  clocked(76, [
    [
      2,
      [
        [3, 40],
        [7, 64],
      ],
    ],
  ]),
  ftrace(
    0,
    print(1_000_000, 41, 'B|40|query\n'),
    print(2_000_000, 40, 'B|40|Choreographer#doFrame 7\n'),
    print(3_000_000, 40, 'B|40|Lock contention on a lock (owner tid: 41)\n'),
    print(803_000_000, 40, 'E|40\n'),
    print(804_000_000, 40, 'E|40\n'),
    print(805_000_000, 40, 'B|40|binder transaction\n'),
    print(806_000_000, 41, 'B|40|binder reply\n'),
    print(906_000_000, 41, 'E|40\n'),
    print(907_000_000, 40, 'E|40\n'),
    { timeNs: 908_000_000, tid: 40, field: 20, fields: [[2, 41]] },
  ),
);

/** Small sound traces of every form, for damaging. */
export const traceSeeds: readonly Uint8Array[] = [...seedsOfForms, lifeAndTrouble];
