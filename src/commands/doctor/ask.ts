import { type Finding, fail } from './finding.ts';

const callMs = 10_000;

/** Why nothing answered, as the system or the TLS library names it. */
export class Silence {
  readonly why: string;
  private readonly mend: string;

  constructor(error: unknown) {
    const { code, words } = innermost(error);
    const known = causes.find(({ codes }) => codes.test(code));
    this.why = known ? known.why : words;
    this.mend = known ? known.mend : 'Let this machine reach it, or correct VARIABLE.';
  }

  /** The way out for an address that is set by this variable. */
  fix(variable: string): string {
    return this.mend.replace('VARIABLE', variable);
  }
}

/** One call, bounded. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response | Silence> {
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(callMs) });
  } catch (error) {
    return new Silence(error);
  }
}

export function silenceFinding(about: string, url: string, silence: Silence, variable: string): Finding {
  return fail(about, `${url} does not answer: ${silence.why}`, silence.fix(variable));
}

const causes: readonly { codes: RegExp; why: string; mend: string }[] = [
  {
    codes: /^(?:ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/,
    why: 'this machine finds no such host',
    mend: 'Correct the host name in VARIABLE, or the DNS settings of this machine.',
  },
  {
    codes: /^ECONNREFUSED$/,
    why: 'nothing listens at this port',
    mend: 'Start what should listen there, or correct the host and port in VARIABLE.',
  },
  {
    codes: /TIMEOUT|ETIMEDOUT|TimeoutError/i,
    why: `no answer came within ${callMs / 1000} s`,
    mend: 'A firewall or proxy may drop the connection: let this machine reach it, or correct VARIABLE.',
  },
  {
    codes: /^(?:EHOSTUNREACH|ENETUNREACH)$/,
    why: 'this machine has no route to it',
    mend: 'Connect this machine to its network, or correct VARIABLE.',
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    why: 'its certificate has expired',
    mend: 'Have the certificate renewed, and check the clock of this machine.',
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    why: 'its certificate is for another host name',
    mend: 'Use the name the certificate was issued for in VARIABLE.',
  },
  {
    codes: /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED/,
    why: 'its certificate comes from an authority this machine does not know',
    mend: 'Save the certificate of that authority as a PEM file and set NODE_EXTRA_CA_CERTS to its path.',
  },
  {
    codes: /^(?:ERR_SSL_|EPROTO)/,
    why: 'it does not speak TLS at this port',
    mend: 'Correct the scheme (http or https) and the port in VARIABLE.',
  },
  {
    codes: /^(?:ECONNRESET|UND_ERR_SOCKET)$/,
    why: 'the connection was closed before an answer',
    mend: 'Look at the log of that program or of the proxy before it, or correct VARIABLE.',
  },
];

/** `fetch` says "fetch failed"; what happened lies below, behind several addresses perhaps. */
function innermost(error: unknown): { code: string; words: string } {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < 5; depth++) {
    const below = at instanceof AggregateError ? at.errors[0] : at.cause;
    if (!(below instanceof Error)) break;
    at = below;
  }
  if (!(at instanceof Error)) return { code: '', words: 'the call failed' };
  const { code } = at as { code?: unknown };
  return { code: typeof code === 'string' ? code : at.name, words: at.message };
}
