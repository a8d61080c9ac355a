export interface Language {
  isSpoken(text: string): boolean;
  /** What to say in English, longer expressions first. */
  words: readonly (readonly [RegExp, string])[];
  /** Words that carry nothing. */
  fillers?: RegExp;
}

/** Whole words, upper and lower case alike, letters beyond ASCII too. */
function word(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_./@-])(?:${alternatives})(?![\\p{L}\\p{N}_/@-]|\\.\\p{L})`, 'giu');
}

const english =
  /\b(?:the|what|why|how|when|which|did|does|were|are|of|there|this|my|any|please|with|from|should|where|who|and)\b/i;

function western(asking: string, functionWords: string, pairs: Record<string, string>): Language {
  const asks = word(asking);
  const small = word(functionWords);
  return {
    isSpoken: (text) => {
      if ((text.match(asks)?.length ?? 0) > 0) return true;
      return (text.match(small)?.length ?? 0) >= 3 && !english.test(text);
    },
    words: Object.entries(pairs).map(([alternatives, english]) => [word(alternatives), english]),
    fillers: small,
  };
}

const german = western(
  'wie ?viele?|wie oft|wie lange|warum|wieso|weshalb|weswegen|wann|welche[rsnm]?|gibt es|gab es|was ist|was war|fehler|fehlern|fehlermeldung(?:en)?|ursache|finde|suche|zeige?|wurde|wurden|am ende|insgesamt|zusammenfassung|fass(?:e|t|en)? .{0,40}zusammen|überblick',
  'der|die|das|den|dem|des|ein|eine|einer|einen|einem|ist|sind|war|waren|wird|wurde|wurden|werden|hat|haben|hatte|im|am|an|auf|aus|bei|beim|mit|nach|von|vom|zu|zum|zur|und|oder|nicht|es|ich|wir|du|sie|er|mir|uns|hier|diese[rsmn]?|datei|protokoll|doch|denn|mal|da|für|durch|über|alle[ns]?|sich|in|gibt|gab|was|wo|wer|so|viel|viele',
  {
    'wie ?viele?|anzahl (?:der|von)': 'how many',
    '(?<=^)(?:wurden?|ist|sind|hat|haben|waren?|kam|lief)': 'did',
    'wie oft': 'how often',
    '(?<=wie lange )(?:stand|standen)': 'stood',
    'wie lange': 'how long',
    'länger als': 'longer than',
    '(?:am )?längste[nrsm]?|am längsten': 'longest',
    '(?:am )?kürzeste[nrsm]?': 'shortest',
    'am ende': 'at the end',
    '(?<=^)(?:läuft|steht|funktioniert|geht)(?= .*wieder)': 'is',
    'wieder(?= (?:da|zurück|online|erreichbar|verfügbar|gut|ok))': 'back',
    wieder: 'again',
    '(?:immer noch|noch immer|noch)(?! nie)': 'still',
    'insgesamt|in summe|gesamt': 'in total',
    'ausfalls?|ausfälle[n]?|unterbrechung(?:en)?|störungsdauer': 'outage',
    'stillstands?|stillstände[n]?': 'stop',
    'weg(?! von)|ausgefallen': 'gone',
    'dauerten?|gedauert': 'lasted',
    'seit wann': 'since when',
    'warum|wieso|weshalb|weswegen': 'why',
    'am häufigsten|häufigste[nrs]?': 'most frequent',
    'am langsamsten|langsamste[nrs]?': 'slowest',
    'was ist (?:hier |da )?(?:passiert|geschehen|los)|was war (?:hier |da )?los|was geschah|was passierte':
      'what happened',
    'gibt es|gab es': 'are there',
    wann: 'when',
    'welche[rsnm]?': 'which',
    wer: 'who',
    'wo(?= (?:ist|sind|steht|war))': 'where is',
    'finde|suche?|zeige?|liste|such(?= nach)': 'find',
    'fass(?:e|t|en)? (?:bitte |mir |mal |kurz )*zusammen|zusammenfassung|zusammenfassen|fasse|überblick': 'summary',
    '(?:alles )?schief (?:ge)?(?:lief|ging|gelaufen|gegangen|läuft)(?: ist)?': 'went wrong',
    'fehlermeldung(?:en)?|fehlern?': 'errors',
    'warnung(?:en)?': 'warnings',
    'ursachen?|grund': 'cause',
    'fehlgeschlagen(?:e|en|er|es)?|gescheitert|schlug fehl|schlägt fehl|schlagen fehl': 'failed',
    'abgestürzt|absturz|abstürze|stürzt ab|stürzte ab': 'crash',
    'neu gestartet|neustarts?|neugestartet': 'restart',
    'langsam(?:er)?': 'slow',
    vergleiche: 'compare',
    zwischen: 'between',
    'und(?= \\d{1,2}(?:[:.]\\d\\d)?)': 'and',
    'um(?= \\d)|gegen(?= \\d)': 'at',
    'nach(?= \\d)': 'after',
    'vor(?= \\d)': 'before',
    'seit(?= \\d)|ab(?= \\d)': 'since',
    zeilen: 'lines',
  },
);

const french = western(
  "combien|pourquoi|quand|quel(?:le)?s?|est-ce que|qu'est-ce|y a-t-il|y avait-il|erreurs?|que s'est-il|où|s'est-(?:il|elle)|a-t-(?:il|elle)",
  "le|la|les|l'|un|une|des|du|de|d'|au|aux|est|sont|était|été|a|ont|dans|sur|pour|par|avec|ce|cette|ces|et|ou|que|qu'|il|elle|nous|vous|je|j'|ne|n'|pas|se|s'|fichier|journal|y|en|est-ce|qui|s'est|est-il|est-elle|a-t-il|a-t-elle",
  {
    "que s'est-il passé|qu'est-ce qui s'est passé|qu'est-il arrivé": 'what happened',
    'combien de temps': 'how long',
    'combien de fois': 'how often',
    "combien(?: de| d')?": 'how many',
    '(?:la |le )?plus longue?': 'longest',
    '(?:la |le )?plus courte?': 'shortest',
    'coupures?|pannes?|interruptions?|arrêts?': 'outage',
    'au total|en tout': 'in total',
    'à la fin': 'at the end',
    'à nouveau|de nouveau': 'again',
    toujours: 'still',
    'duré|dure': 'lasted',
    'depuis quand': 'since when',
    pourquoi: 'why',
    quand: 'when',
    'quel(?:le)?s?': 'which',
    'est-ce que?': 'did',
    'où(?= (?:est|sont))': 'where is',
    "y a-t-il(?: eu)?|y avait-il|est-ce qu'il y a(?: eu)?": 'are there',
    'cherche[rz]?|trouve[rz]?|montre[rz]?|affiche[rz]?': 'find',
    'résumé|résume[rz]?': 'summary',
    'erreurs?': 'errors',
    'avertissements?': 'warnings',
    'échou(?:é|ée|és|ées)|échecs?|échoue(?:nt)?': 'failed',
    "arrêtée?s?|s'est-(?:il|elle) arrêtée?": 'stopped',
    'planté|plantages?': 'crash',
    'redémarr(?:é|ée|age|ages|er)': 'restart',
    'lente?s?': 'slow',
    'compare[rz]?': 'compare',
    'entre(?= \\d)': 'between',
    'et(?= \\d)': 'and',
    'à(?= \\d)|vers(?= \\d)': 'at',
    'après(?= \\d)': 'after',
    'avant(?= \\d)': 'before',
    'depuis(?= \\d)': 'since',
    lignes: 'lines',
  },
);

const spanish = western(
  'cuánt[oa]s?|cuantos|cuantas|por ?qué|cuándo|cuál(?:es)?|dónde|quién|qué (?:pasó|ocurrió|sucedió)|errores|hubo|hay|busca|muestra|muéstrame',
  'el|la|los|las|un|una|unos|unas|de|del|al|en|es|son|fue|fueron|con|para|por|que|y|o|no|se|lo|su|este|esta|estos|estas|archivo|registro|hay|ha|han|me|qué',
  {
    'qué (?:pasó|ocurrió|sucedió|ha pasado)': 'what happened',
    'cuántas veces': 'how often',
    'cuánt[oa]s|cuantos|cuantas': 'how many',
    'cuánto(?: tiempo)?': 'how long',
    '(?:el |la )?más larg[oa]': 'longest',
    '(?:el |la )?más cort[oa]': 'shortest',
    'cortes?|caídas?|interrupci(?:ón|ones)|paradas?': 'outage',
    'en total': 'in total',
    'al final': 'at the end',
    'de nuevo|otra vez': 'again',
    'todavía|aún|sigue': 'still',
    'duró|duraron|dura': 'lasted',
    'en marcha|funcionando': 'running',
    'desde cuándo': 'since when',
    'por ?qué': 'why',
    cuándo: 'when',
    'cuál(?:es)?|qué(?= [a-z])': 'which',
    dónde: 'where',
    'quién(?:es)?': 'who',
    'hay|hubo': 'are there',
    'busca(?:r|me)?|encuentra|muestra|muéstrame|lista': 'find',
    'resum(?:en|e|ir)': 'summary',
    errores: 'errors',
    'advertencias?|avisos?': 'warnings',
    'fall(?:ó|aron|a|an|os|as|o|ado|ados|adas)': 'failed',
    'reinici(?:ó|o|os|ar|ado|aron)': 'restart',
    'lent[oa]s?': 'slow',
    'compara(?:r)?': 'compare',
    'entre(?= (?:las )?\\d)': 'between',
    'y(?= (?:las )?\\d)': 'and',
    'a las(?= \\d)|sobre las(?= \\d)': 'at',
    'después de(?: las)?(?= \\d)': 'after',
    'antes de(?: las)?(?= \\d)': 'before',
    'desde(?: las)?(?= \\d)': 'since',
    líneas: 'lines',
  },
);

const portuguese = western(
  'quant[oa]s|por ?que|quando|quais|onde está|o que aconteceu|erros|houve|existem|mostre|encontre',
  'o|os|as|um|uma|de|do|da|dos|das|no|na|nos|nas|em|é|são|foi|foram|com|para|por|que|e|ou|não|se|este|esta|arquivo|registro',
  {
    'o que aconteceu': 'what happened',
    'quant[oa]s': 'how many',
    'por ?que': 'why',
    quando: 'when',
    'qual|quais': 'which',
    'houve|existem': 'are there',
    'mostre|encontre|procure': 'find',
    erros: 'errors',
    'avisos?': 'warnings',
    'falh(?:ou|aram|as?|am)': 'failed',
    resumo: 'summary',
  },
);

const italian = western(
  'quanti|quante|perché|perchè|cosa è successo|errori|quali|ci sono|trova|mostra',
  'il|lo|la|gli|le|un|una|di|del|della|dei|delle|nel|nella|in|è|sono|stato|stata|con|per|da|che|e|o|non|si|questo|questa|file|registro',
  {
    'cosa è successo': 'what happened',
    'quanti|quante': 'how many',
    'perché|perchè': 'why',
    quando: 'when',
    'quale|quali': 'which',
    'ci sono': 'are there',
    'trova|cerca|mostra': 'find',
    errori: 'errors',
    'fallit[oaie]|fallimenti': 'failed',
    riassunto: 'summary',
  },
);

const japanese: Language = {
  isSpoken: (text) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text),
  words: [
    [/何が(?:起き|あっ|起こっ)[てた]?(?:のか|の|ましたか|か|いる|います)*/g, 'what happened'],
    [/何件|何回|何個|いくつ|何行/g, 'how many'],
    [/なぜ|どうして|何故/g, 'why'],
    [/いつ(?:から)?/g, 'when'],
    [/どのくらい/g, 'how long'],
    [/どの|どれ|どちら/g, 'which'],
    [/どこ/g, 'where'],
    [/誰/g, 'who'],
    [/要約|まとめ(?:て)?/g, 'summary'],
    [/(?:を)?(?:検索|探し|見つけ|表示)(?:して|て|する)*/g, 'find'],
    [/エラー/g, 'errors'],
    [/警告/g, 'warnings'],
    [/原因|理由/g, 'cause'],
    [/失敗/g, 'failed'],
    [/再起動/g, 'restart'],
    [/タイムアウト/g, 'timeout'],
    [/クラッシュ/g, 'crash'],
    [/遅い|遅く/g, 'slow'],
    [/比較/g, 'compare'],
    [/(?:は|が)?(?:ありますか|ありましたか|あるか|あった)/g, 'are there'],
  ],
  fillers:
    /ください|下さい|教えて|しました|していま(?:す|した)|しています|しますか|ました|ます|です|でした|した|して|する|(?:は|が|を|に|の|で|と|も|か|から|まで|へ|や|ね|よ)(?=$|[\s\p{P}A-Za-z0-9])/gu,
};

const chinese: Language = {
  isSpoken: (text) => /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text),
  words: [
    [/发生了?什么(?:事)?|發生了?什麼(?:事)?|怎么了|怎麼了|出了什么(?:事|问题)?/g, 'what happened'],
    [/(?:有)?多少[个次行条個條]?|[几幾][个次個]/g, 'how many'],
    [/为什么|为何|為什麼|為何/g, 'why'],
    [/什么时候|什麼時候|何时|何時/g, 'when'],
    [/多久|多长时间|多長時間/g, 'how long'],
    [/哪[个些個]?|哪里|哪裡/g, 'which'],
    [/谁|誰/g, 'who'],
    [/总结|總結|摘要|概括/g, 'summary'],
    [/查找|搜索|搜尋|找到|找出|显示|顯示|找/g, 'find'],
    [/错误|錯誤|报错|報錯/g, 'errors'],
    [/警告/g, 'warnings'],
    [/原因/g, 'cause'],
    [/失败|失敗/g, 'failed'],
    [/重启|重啟|重新启动/g, 'restart'],
    [/超时|超時/g, 'timeout'],
    [/崩溃|崩潰/g, 'crash'],
    [/慢/g, 'slow'],
    [/比较|比較|对比/g, 'compare'],
    [/有没有|有沒有|是否(?:有)?/g, 'are there'],
  ],
  fillers: /[的了吗嗎呢请請在是把我你里裡中和与與被啊吧]|日志|日誌|文件/gu,
};

/** The first that a text is spoken in counts; English is none of them. */
export const languages: readonly Language[] = [japanese, chinese, german, french, spanish, portuguese, italian];
