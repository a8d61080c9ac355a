import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const oops = [
  '[  100.000000] usb 1-1: heartbeat 1',
  '[  100.500000] usb 1-1: heartbeat 2',
  '[  260.000001] foo_drv 2-0048: unbinding, freeing drvdata',
  '[  260.003000] BUG: kernel NULL pointer dereference, address: 0000000000000018',
  '[  260.003040] RIP: 0010:foo_drv_irq+0x1c/0x90 [foo]',
];
const ask = askLogs({ oops: ['dmesg.txt', oops] });

it.each(['how many foo_drv lines?', 'how many lines mention foo_drv?', 'how many lines with foo_drv are there?'])(
  'a name that a place stands behind is not left out: %s',
  async (question) => {
    expect((await ask('oops', question)).headline).toContain('2 lines with foo_drv');
  },
);
