import { anyOf } from '#core/any-of.ts';
import type { Severity } from '../../formats/reading.ts';
import type { LineFields } from '../../lines/line-fields.ts';
import { isSaid } from '../../lines/without-names.ts';
import { statesReason, tellsFailure } from '../facts/trouble-words.ts';

const failedWords =
  /^(?:fail(?:ed|ure)?|error|timeout|timed[ _-]?out|refused|rejected|denied|unhealthy|crash(?:ed)?|aborted|5xx|down)$/i;
const accessStatus = /" ([45]\d\d) (?:\d+|-)(?:\s|$)/;
const outcomeNames = 'status outcome result state http.status_code status_code http_status code response_code'.split(
  ' ',
);

const isFailedOutcome = (value: string | number | undefined): boolean =>
  typeof value === 'number'
    ? value >= 500 && value < 600
    : value !== undefined && (/^5\d\d$/.test(value) || failedWords.test(value));

/** Whether the line tells of a failure, and how bad: its level where it has one, else its outcome and words. */
export function gravityOf(line: string, fields: LineFields): { severity: Severity; isFailure: boolean } {
  const stated = fields.severity;
  if (stated === 'critical' || stated === 'error') return { severity: stated, isFailure: true };
  const outcome = outcomeNames.map((name) => fields.fields.get(name)).find(isFailedOutcome);
  if (outcome !== undefined)
    return { severity: stated === 'warning' && typeof outcome === 'string' ? 'warning' : 'error', isFailure: true };
  const access = accessStatus.exec(line)?.[1];
  if (access?.startsWith('5')) return { severity: 'error', isFailure: true };
  if (access !== undefined) return { severity: 'warning', isFailure: false };
  if (stated !== undefined) return { severity: stated, isFailure: false };
  if (isSaid(tellsFailure, line)) return { severity: 'error', isFailure: true };
  return { severity: soundsLikeTrouble(fields.message) ? 'warning' : 'info', isFailure: false };
}

/** Says in its own words that something went otherwise than it should, whatever its level. */
export function tellsOfTrouble(message: string): boolean {
  const text = message.slice(0, mostSaid);
  return soundsLikeTrouble(text) || isSaid(tellsFailure, text);
}

const mostSaid = 400;

function soundsLikeTrouble(message: string): boolean {
  const text = message.slice(0, mostSaid);
  return isSaid(statesReason, text) || soundsLikeForeignTrouble(text);
}

/** Words of German, French, Spanish, Portuguese, Italian, Dutch and Polish logs that tell of trouble. */
const inWords = anyOf(
  [
    /fehler\w*|störung\p{L}*|stoerung\w*|ausgefallen|ausfall|fällt aus|fehlgeschlagen|schlug fehl/u,
    /gescheitert|nicht (?:erfolgreich|verfügbar|erreichbar|möglich|gefunden|bereit)|antwortet nicht/u,
    /keine (?:antwort|verbindung|synchronisierung|\p{L}*-synchronisierung|rückmeldung)|zeitüberschreitung/u,
    /zeitablauf|getrennt|unterbrochen|abgebrochen|abgewiesen|abgelehnt|verweigert|verloren|gesperrt/u,
    /blockiert|defekt|überlast\p{L}*|überspannung|unterspannung|übertemperatur|überhitzt|notaus|not-aus/u,
    /zu (?:hoch|niedrig|heiß|kalt|gering)|ungültig\p{L}*|abgestürzt|verklemmt|papierstau/u,
    /erreurs?|d[ée]fauts?|pannes?|alarmes?|échecs?|échou(?:é|ée|e)|refus(?:é|ée|és|ées)|ne répond pas/u,
    /sans réponse|impossible|indisponible|injoignable|coup(?:é|ée|ure)|perdue?|délai dépassé|bloqu(?:é|ée)/u,
    /interrompue?|hors service|surchauffe|surcharge|arrêt d'urgence|trop (?:haute?|basse?|élevée?)|invalide/u,
    /rejet(?:é|ée)/u,
    /errores|fallos?|fall(?:ó|a|ado|ada|aron)|aver[ií]as?|alarmas?|sin respuesta/u,
    /no (?:responde|disponible|impreso|encontrad[oa])|rechazad[oa]s?|denegad[oa]|perdid[oa]|caíd[oa]/u,
    /agotad[oa]|bloquead[oa]|interrumpid[oa]|atasc(?:o|ado)|sobrecarga|sobretemperatura|tiempo de espera/u,
    /parada de emergencia|demasiado (?:alt|baj)[oa]|desconectad[oa]/u,
    /erros?|falhas?|falhou|sem resposta|não responde|recusad[oa]|negad[oa]|perdid[oa]|esgotad[oa]/u,
    /bloquead[oa]|interrompid[oa]|indisponível|sobrecarga|avaria|desconectad[oa]|tempo esgotado|rejeitad[oa]/u,
    /errore|errori|guast[oi]|allarme|fallit[oa]|non (?:risponde|disponibile|riuscit[oa]|raggiungibile)/u,
    /degradat[oa]|scadut[oa]|pers[oa]|bloccat[oa]|interrott[oa]|rifiutat[oa]|sovraccarico|sovratemperatura/u,
    /arresto di emergenza|troppo (?:alt|bass)[oa]|disconness[oa]/u,
    /storing\w*|uitgevallen|mislukt|fout(?:en)?|geweigerd|reageert niet|verbroken/u,
    /niet (?:bereikbaar|beschikbaar|gevonden)|te (?:hoog|laag|heet)|overbelast|verloren|geblokkeerd/u,
    /beveiliging aangesproken|afgebroken/u,
    /błąd|błęd\p{L}*|awari\p{L}*|brak|nie (?:odpowiada|działa|powiodł\p{L}*|udał\p{L}*)|utracon\p{L}*/u,
    /odrzucon\p{L}*|przekroczon\p{L}*|zablokowan\p{L}*|przerwan\p{L}*|uszkodzon\p{L}*|niedostępn\p{L}*/u,
    /przeciążen\p{L}*/u,
  ],
  { before: '(?<![\\p{L}\\d])(?:', after: ')(?![\\p{L}\\d])', flags: 'iu' },
);
/** Japanese and Chinese. */
const inSigns =
  /失敗|エラー|異常|停止し|過負荷|タイムアウト|切断|応答なし|応答がありません|故障|警報|障害|できません|拒否|超過|不足|失败|失敗|错误|錯誤|超时|超時|异常|異常|故障|断开|斷開|无法|無法|拒绝|拒絕|中断|中斷|崩溃|崩潰|不可用|无响应|過載|过载|告警|不足/u;
const calm =
  /(?<![\p{L}\d])(?:keine?|ohne|sans|aucune?|sin|ning[uú]n|senza|nessun|sem|geen|zonder|bez|0) (?:fehler|störung|erreur|défaut|panne|error(?:es)?|fallos?|erro|falha|errori?|guasti|fouten|storing|błęd)\p{L}*/iu;
const isEastern = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** Whether a line tells of trouble in one of the languages other than English. */
function soundsLikeForeignTrouble(text: string): boolean {
  return (inWords.test(text) && !calm.test(text)) || (isEastern.test(text) && inSigns.test(text));
}
