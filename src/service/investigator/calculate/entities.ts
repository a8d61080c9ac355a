import { exceptionIn, first, pathOf, statementOf } from './entity-values.ts';
import { addressIn, isAddress, networkEntities, withoutPort } from './network-entities.ts';
import { userEntity } from './user-entity.ts';

const syslogHead =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?[\d:.]{8,15}|\d{4}-\d\d-\d\dT\S{8,30}) ([\w.-]{1,100}) ([\w./()-]{1,60}?)(?:\[\d+\])?:/;

/** A kind of thing that lines are of: how people call it, which fields name it, and how free text names it. */
export interface Entity {
  kind: string;
  /** Of one word of a question, singular. */
  nouns: RegExp;
  /** Names of fields, the plainest first; words joined by `_`. */
  fields: readonly string[];
  /** Whether a field's values can be such a thing; its name alone may mean another. */
  accepts?: RegExp;
  /** From a line of free text. */
  inText?: (text: string) => string | undefined;
  /** What differs from one to the next of the same. */
  normal?: (value: string) => string;
}

export const entities: readonly Entity[] = [
  ...networkEntities,
  {
    kind: 'address',
    nouns:
      /^(?:ip|address|addresse|client|caller|visitor|source|talker|attacker|peer|remote|scanner|bot|crawler|requester)$/,
    fields: [
      'client_ip',
      'c_ip',
      'remote_addr',
      'source_ip',
      'src_ip',
      'srcip',
      'srcaddr',
      'src_addr',
      'id_orig_h',
      'remote_ip',
      'clientip',
      'ip',
      'ip_address',
      'client',
      'remote',
      'peer',
      'src',
      'source',
      'forwarded_for',
      'x_forwarded_for',
      'addr',
      'address',
      'rhost',
      'remote_host',
    ],
    accepts: isAddress,
    inText: addressIn,
    normal: withoutPort,
  },
  {
    kind: 'path',
    nouns: /^(?:path|endpoint|url|uri|route|page|resource|api|target|asset|link)$/,
    fields: [
      'path',
      'cs_uri_stem',
      'endpoint',
      'route',
      'url',
      'uri',
      'request_path',
      'request_uri',
      'request_url',
      'http_path',
      'http_target',
      'http_route',
      'http_url',
      'target',
      'page',
      'resource',
      'api',
      'handler',
      'request',
    ],
    inText: (text) =>
      first(
        /(?:^|[\s"'[(])(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) ((?:https?:\/\/[^\s/"]+)?\/[^\s"?'\])]{0,300})/,
        text,
      ) ??
      first(/\b(?:path|uri|url|route|endpoint)[=: ]{1,2}["']?((?:https?:\/\/[^\s/"]+)?\/[^\s"?,'\])]{0,300})/i, text),
    normal: pathOf,
  },
  {
    kind: 'statement',
    nouns: /^(?:query|querie|statement|sql|select)$/,
    fields: ['statement', 'query', 'sql', 'db_statement', 'sql_text', 'query_text', 'normalized_query', 'command'],
    accepts: /[\s(]|^\w{12,}$/,
    inText: (text) =>
      first(/\b(?:statement|execute [^:]{1,80}|query|sql)\s?[:=]\s*["'`]?(\S.{4,2000})/i, text) ??
      first(
        /(?:^|[\s"'`:])((?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|MERGE|CALL|COPY|REFRESH|VACUUM|TRUNCATE)\s.{3,2000})/,
        text,
      ),
    normal: statementOf,
  },
  userEntity,
  {
    kind: 'exception',
    nouns: /^(?:exception|throwable|traceback|stacktrace)$/,
    fields: ['exception', 'exception_class', 'exception_type', 'error_type', 'error_class', 'error_kind', 'exc_type'],
    accepts: /^[\w.$]+$/,
    inText: exceptionIn,
  },
  {
    kind: 'thread',
    nouns: /^(?:thread)$/,
    fields: ['thread', 'thread_name', 'threadname'],
    inText: (text) =>
      first(/\d --- (?:\[[^\]]{0,80}\] ?)?\[\s*([^\]]{1,80})\]/, text) ??
      first(/\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|SEVERE)\]?\s+\[([^\]]{1,80})\]/, text) ??
      first(/\[([\w.#/-]*(?:thread|exec|worker|pool|main|scheduling)[\w.#/-]*)\]/i, text),
  },
  {
    kind: 'device',
    nouns: /^(?:device|sensor|meter|gateway|tracker|terminal|station|thing|appliance)$/,
    fields: [
      'device',
      'device_id',
      'device_name',
      'dev',
      'dev_eui',
      'deveui',
      'dev_addr',
      'devaddr',
      'imei',
      'imsi',
      'serial',
      'serial_number',
      'sn',
      'mac',
      'mac_address',
      'sensor',
      'sensor_id',
      'meter',
      'meter_id',
      'gateway',
      'gateway_id',
      'station',
      'terminal',
      'thing',
      'thing_name',
      'client_id',
      'devname',
    ],
  },
  {
    kind: 'recipient',
    nouns: /^(?:recipient|mailbox|addressee)$/,
    fields: ['recipient', 'rcpt', 'rcpt_to', 'to', 'mail_to'],
    accepts: /@/,
    normal: (value) => value.replace(/^<|>$/g, ''),
    inText: (text) => first(/\bto=<([^>\s]{3,200})>/, text),
  },
  {
    kind: 'sender',
    nouns: /^(?:sender)$/,
    fields: ['sender', 'from', 'mail_from'],
    accepts: /@/,
    normal: (value) => value.replace(/^<|>$/g, ''),
    inText: (text) => first(/\bfrom=<([^>\s]{3,200})>/, text),
  },
  {
    kind: 'host',
    nouns: /^(?:host|hostname|server|machine|node|box|vm|backend|upstream|instance|device)$/,
    fields: [
      'host',
      'hostname',
      'host_name',
      'server',
      'node',
      'node_name',
      'instance',
      'instance_id',
      'machine',
      'backend',
      'upstream',
      'upstream_addr',
      'device',
      'ua',
    ],
    inText: (text) => syslogHead.exec(text.slice(0, 300))?.[1],
  },
  {
    kind: 'service',
    nouns:
      /^(?:service|app|application|component|module|logger|class|process|program|daemon|subsystem|tag|unit|container|pod|team|source)$/,
    fields: [
      'service',
      'service_name',
      'app',
      'application',
      'component',
      'module',
      'logger',
      'pod',
      'pod_name',
      'container',
      'container_name',
      'process',
      'program',
      'unit',
      'source',
      'name',
      'caller',
    ],
    inText: (text) => syslogHead.exec(text.slice(0, 300))?.[2],
  },
  {
    kind: 'method',
    nouns: /^(?:method|verb)$/,
    fields: ['method', 'http_method', 'request_method', 'verb'],
    inText: (text) => first(/(?:^|[\s"])(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) \//, text),
  },
  {
    kind: 'status',
    nouns: /^(?:status|statuse|statuscode|code|response_code)$/,
    fields: [
      'status',
      'sc_status',
      'status_code',
      'http_status',
      'http_status_code',
      'response_code',
      'code',
      'response_status',
    ],
    accepts: /^[1-5]\d\d$|^[A-Za-z_]+$/,
    inText: (text) =>
      first(
        /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) \/\S*(?: HTTP\/[\d.]+)?"?(?: (?:->|=>|returned|answered|status))?[ =:]+([1-5]\d\d)\b/,
        text,
      ),
  },
  {
    kind: 'level',
    nouns: /^(?:level|severity|loglevel)$/,
    fields: ['level', 'severity', 'loglevel', 'lvl'],
    inText: (text) =>
      first(/\b(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL|SEVERE)\b/, text.slice(0, 200)),
  },
  {
    kind: 'agent',
    nouns: /^(?:agent|useragent|browser)$/,
    fields: ['user_agent', 'useragent', 'http_user_agent', 'browser', 'agent'],
  },
  {
    kind: 'referrer',
    nouns: /^(?:referrer|referer)$/,
    fields: ['referrer', 'referer', 'http_referer', 'http_referrer'],
  },
  {
    kind: 'message',
    nouns:
      /^(?:message|msg|error|failure|warning|line|event|problem|issue|entry|entrie|log|kind|operation|step|action|task)$/,
    fields: [],
  },
];
