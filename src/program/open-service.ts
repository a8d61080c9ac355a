import { resolve } from 'node:path';
import { modelOf, openReadingRoom, tsharkOf } from '../commands/open-reading-room.ts';
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { roomForFiles } from '../node/free-space.ts';
import { withinWork } from '../node/stray-errors.ts';
import type { Oidc } from '../service/access/oidc.ts';
import { buildDashboard } from '../service/charts/build-dashboard.ts';
import { createService, type Service } from '../service/create-service.ts';
import type { RunningBot } from './open-bot.ts';
import { openOidc } from './sign-in-provider.ts';
import type { Surroundings } from './surroundings.ts';

/** The Log Analysis Service of this process, with the children that read files for it; not yet started. */
export function openService(
  surroundings: Surroundings,
  { port, running }: { port: number; running(): RunningBot | undefined },
): Service {
  const { config, clock, timers, log, metrics, vault, steadyMs, behindServer } = surroundings;
  let oidc: Oidc | undefined;
  const room = behindServer.adopt(openRoom(config, log), ({ close }) => close());
  const service = createService({
    config: { ...config, PORT: port },
    sql: surroundings.openDatabase('service'),
    clock,
    timers,
    log: log.with({ part: 'service' }),
    metrics,
    withinWork,
    readingRoom: room,
    buildDashboard,
    roomForFiles: () => roomForFiles(config.DATA_DIR),
    steadyMs,
    dataDir: resolve(config.DATA_DIR),
    vault,
    caseBook: () => running()?.bot.caseBook,
    oidc: () => (oidc ??= openOidc(config, running()?.sandboxOrigin)),
  });
  behindServer.defer(() => service.stop());
  return service;
}

function openRoom(config: Config, log: Log) {
  return openReadingRoom({
    model: modelOf(config),
    onModelFallback: (reason) =>
      log.warn('the language model gave no usable answer, the built-in one is used', { reason }),
    tsharkProgram: tsharkOf({ TSHARK: config.TSHARK, PATH: process.env.PATH }),
    compiledFolder: resolve(config.DATA_DIR, 'compiled'),
  });
}
