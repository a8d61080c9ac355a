/**
 * Gives overlapping work of one kind to as few tracks as hold it: what has the same cookie shares a track while it
 * lasts, and a track whose work is done is taken by the next.
 */
export interface AsyncTracks {
  /** The track known by that key. */
  trackOf(key: string): number;
  begin(set: string, cookie: string, isSingle?: boolean): number;
  end(set: string, cookie: string): number;
  /** For work whose end is known when it begins. */
  span(set: string, timeNs: number, durationNs: number): number;
}

interface TrackSet {
  lanes: { track: number; cookie: string; nesting: number }[];
  byCookie: Map<string, number>;
  idle: number;
  spans: { track: number; endNs: number }[];
}

const maxLanes = 100_000;

export function createAsyncTracks(): AsyncTracks {
  const tracks = new Map<string, number>();
  const sets = new Map<string, TrackSet>();
  let nextTrack = 1;

  const setOf = (name: string): TrackSet => {
    const known = sets.get(name);
    if (known) return known;
    const set: TrackSet = { lanes: [], byCookie: new Map(), idle: 0, spans: [] };
    sets.set(name, set);
    return set;
  };

  const laneOf = (set: TrackSet, cookie: string) => {
    const known = set.byCookie.get(cookie);
    if (known !== undefined) return set.lanes[known]!;
    if (set.idle > 0) {
      const index = set.lanes.findIndex((lane) => lane.nesting === 0);
      const lane = set.lanes[index]!;
      set.byCookie.delete(lane.cookie);
      lane.cookie = cookie;
      set.byCookie.set(cookie, index);
      return lane;
    }
    if (set.lanes.length >= maxLanes) return set.lanes[maxLanes - 1]!;
    const lane = { track: nextTrack++, cookie, nesting: 0 };
    set.lanes.push(lane);
    set.byCookie.set(cookie, set.lanes.length - 1);
    set.idle++;
    return lane;
  };

  return {
    trackOf(key) {
      const known = tracks.get(key);
      if (known !== undefined) return known;
      const track = nextTrack++;
      tracks.set(key, track);
      return track;
    },
    begin(name, cookie, isSingle = false) {
      const set = setOf(name);
      const lane = laneOf(set, cookie);
      if (lane.nesting === 0) set.idle--;
      lane.nesting = isSingle ? 1 : lane.nesting + 1;
      return lane.track;
    },
    end(name, cookie) {
      const set = setOf(name);
      const lane = laneOf(set, cookie);
      if (lane.nesting > 0) {
        lane.nesting--;
        if (lane.nesting === 0) set.idle++;
      }
      return lane.track;
    },
    span(name, timeNs, durationNs) {
      const { spans } = setOf(name);
      const free = spans.find(({ endNs }) => endNs <= timeNs);
      if (free) {
        free.endNs = timeNs + durationNs;
        return free.track;
      }
      if (spans.length >= maxLanes) return spans[0]!.track;
      spans.push({ track: nextTrack++, endNs: timeNs + durationNs });
      return spans[spans.length - 1]!.track;
    },
  };
}
