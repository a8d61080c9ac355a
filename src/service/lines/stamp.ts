/** How much of a point in time a stamp tells. */
export type StampKind = 'full' | 'no-year' | 'time-only' | 'epoch' | 'boot';

/** The last stamp read; one shared object, so that reading two million of them makes no garbage. */
export interface Stamp {
  kind: StampKind;
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** Since midnight, without the fraction. */
  secondOfDay: number;
  fractionMs: number;
  /** Offset from UTC; NaN where the stamp names none. */
  zoneMinutes: number;
  /** For `epoch` and `boot`: milliseconds. */
  absoluteMs: number;
  /** Where the whole seconds, the fraction and the stamp end. */
  secondsEnd: number;
  fractionEnd: number;
  end: number;
  /** Day and month could be read the other way round. */
  isDayFirstUnsure: boolean;
}

export const newStamp = (): Stamp => ({
  kind: 'full',
  year: 0,
  month: 0,
  day: 0,
  secondOfDay: 0,
  fractionMs: 0,
  zoneMinutes: Number.NaN,
  absoluteMs: 0,
  secondsEnd: 0,
  fractionEnd: 0,
  end: 0,
  isDayFirstUnsure: false,
});
