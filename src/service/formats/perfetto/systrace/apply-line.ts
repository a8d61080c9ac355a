import { applyAtrace, parseAtrace } from '../atrace.ts';
import type { Machine, TraceModel } from '../model/trace-model.ts';
import type { SystraceLine } from './parse-line.ts';

/** Lets a line of a text trace happen. */
export function applySystraceLine(model: TraceModel, machine: Machine, line: SystraceLine): void {
  const { table } = machine;
  const { timeNs, tid, cpu } = line;
  const thread = table.threadOf(tid);
  if (line.task !== '<...>') table.nameThread(thread, line.task);
  if (line.pid !== undefined) table.threadInProcess(tid, line.pid);
  const who = () => model.who({ machine, thread });
  switch (line.event) {
    case 'tracing_mark_write':
    case '0':
    case 'print': {
      // The kernel puts the address of the caller before what was printed.
      const text = line.args.replace(/^(?:0x)?[0-9a-f]{1,16}: (?=[A-Z]\|)/, '');
      const point = parseAtrace(text);
      if (point) applyAtrace(model, machine, timeNs, tid, point);
      else model.recorder.record(timeNs, who(), `print ${text}`);
      return;
    }
    case 'sched_switch': {
      const values = switchValues(line.args);
      const next = wholeNumber(values.get('next_pid'));
      const previous = wholeNumber(values.get('prev_pid'));
      if (next === undefined || previous === undefined) return;
      const taking = table.threadOf(next);
      table.nameThread(taking, values.get('next_comm') ?? '');
      const leaving = table.threadOf(previous);
      table.nameThread(leaving, values.get('prev_comm') ?? '');
      const isRunnable = (values.get('prev_state') ?? '').startsWith('R');
      const text = `${model.who({ machine, thread: leaving })} (${isRunnable ? 'runnable' : 'sleeps'}) → ${model.who({ machine, thread: taking })}`;
      machine.scheduling.switch(
        cpu,
        timeNs,
        leaving,
        isRunnable,
        taking,
        model.recorder.record(timeNs, `cpu ${cpu}`, text),
      );
      return;
    }
    case 'sched_waking': {
      const values = valuesOf(line.args);
      const pid = wholeNumber(values.get('pid'));
      if (pid === undefined) return;
      const woken = table.threadOf(pid);
      table.nameThread(woken, values.get('comm') ?? '');
      const text = `wakes ${model.who({ machine, thread: woken })}`;
      machine.scheduling.wake(woken, timeNs, model.recorder.record(timeNs, who(), text));
      return;
    }
    case 'sched_blocked_reason': {
      const pid = wholeNumber(valuesOf(line.args).get('pid'));
      if (pid !== undefined) table.threadOf(pid);
      return;
    }
    case 'binder_transaction': {
      model.unreadSources.add('binder');
      const values = valuesOf(line.args);
      const answered = wholeNumber(values.get('dest_thread'));
      if (values.get('reply') === '1' && answered !== undefined) table.threadOf(answered);
      model.recorder.record(timeNs, who(), `${line.event}: ${line.args}`);
      return;
    }
    case 'cpu_frequency': {
      const values = valuesOf(line.args);
      const state = wholeNumber(values.get('state'));
      if (state !== undefined)
        model.count({ machine }, timeNs, `frequency of cpu ${values.get('cpu_id') ?? 0}`, state, 'kHz');
      return;
    }
    default: {
      const source = line.event.startsWith('binder_')
        ? 'binder'
        : line.event.startsWith('workqueue_execute')
          ? 'workqueue'
          : undefined;
      if (source !== undefined) model.unreadSources.add(source);
      model.recorder.record(timeNs, who(), `${line.event}: ${line.args}`);
    }
  }
}

/** `a:1 [120] R ==> b:2 [120]`, as some tools print a switch. */
const shortSwitch = /^(.{1,40}):(\d{1,10}) \[\d+\] (\S{1,8}) ==> (.{1,40}):(\d{1,10}) \[\d+\]/;

function switchValues(args: string): Map<string, string> {
  const match = shortSwitch.exec(args);
  if (!match) return valuesOf(args);
  const keys = ['prev_comm', 'prev_pid', 'prev_state', 'next_comm', 'next_pid'];
  return new Map(keys.map((key, index) => [key, match[index + 1]!]));
}

function valuesOf(args: string): Map<string, string> {
  const values = new Map<string, string>();
  const pairs = /(?<!\w)(\w+)=(.{0,300}?)(?=\s{1,20}(?:==>\s{1,20})?\w{1,60}=|$)/g;
  for (const [, key, value] of args.slice(0, 2000).matchAll(pairs))
    if (!values.has(key!)) values.set(key!, value!.trim());
  return values;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
