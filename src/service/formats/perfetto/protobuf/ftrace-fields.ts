/** Where each driver's form of an atrace marker keeps its parts. */
export interface MarkerLayout {
  pid: number;
  name: number;
  type: number;
  value: number;
  begin: number;
}

export const markerLayouts: ReadonlyMap<number, MarkerLayout> = new Map([
  [80, { pid: 1, name: 2, type: 0, value: 0, begin: 3 }],
  [333, { pid: 1, name: 2, type: 3, value: 4, begin: 5 }],
  [348, { pid: 1, name: 4, type: 5, value: 6, begin: 0 }],
  [349, { pid: 1, name: 4, type: 5, value: 6, begin: 0 }],
  [350, { pid: 2, name: 1, type: 3, value: 4, begin: 0 }],
  [467, { pid: 1, name: 4, type: 6, value: 7, begin: 0 }],
  [484, { pid: 1, name: 2, type: 4, value: 5, begin: 0 }],
]);

export const printField = 3;
export const switchField = 4;
export const wakingField = 20;
export const blockedReasonField = 18;
export const lowMemoryKillField = 35;
export const binderTransactionField = 50;
export const newTaskField = 235;
export const renameField = 236;
export const processFreeField = 240;
export const oomScoreField = 326;
export const signalField = 325;
export const genericField = 327;
export const gpuMemoryField = 340;
export const zeroField = 331;
export const oomVictimField = 334;
export const frequencyField = 11;
export const rssFields: ReadonlySet<number> = new Set([313, 359]);
