type Words = readonly (readonly [RegExp, string])[];

/** Words of asking and calculating in other languages; the rest of a question is names, which need no translation. */
const languages: readonly Words[] = [
  [
    [/\bwelche[rsnm]?\b/gi, 'which'],
    [/\bwer\b/gi, 'who'],
    [/\bwie viele\b/gi, 'how many'],
    [/\bwie lange\b/gi, 'how long'],
    [/\bhaben\b|\bhat\b/gi, 'has'],
    [/\b(?:die|der|das|den|dem) meisten\b|\bam meisten\b|\bam häufigsten\b/gi, 'the most'],
    [/\bhäufigste[nrs]?\b/gi, 'most frequent'],
    [/\b(?:am )?langsamste[nrs]?\b/gi, 'slowest'],
    [/\b(?:am )?schnellste[nrs]?\b/gi, 'fastest'],
    [/\b(?:am )?längste[nrs]?\b/gi, 'longest'],
    [/\b(?:am )?größte[nrs]?\b/gi, 'largest'],
    [/\b(?:am )?höchste[nrs]?(?![a-zäöüß])/gi, 'highest'],
    [/\b(?:am )?(?:niedrigste|kleinste|geringste)[nrs]?(?![a-zäöüß])/gi, 'lowest'],
    [/\bwann\b/gi, 'when'],
    [/\bwar(?:en)?\b(?=.*\b(?:highest|lowest|slowest|largest)\b)/gi, 'was'],
    [/\bdurchschnitt(?:liche[nrs]?)?\b/gi, 'average'],
    [/\bmittlere[nrs]?\b/gi, 'median'],
    [/\banteil\b/gi, 'share'],
    [/\bprozent(?:satz)?\b/gi, 'percentage'],
    [/\bfehlerrate\b/gi, 'error rate'],
    [/\bfehler\b/gi, 'errors'],
    [/\banfragen?\b/gi, 'requests'],
    [/\babfragen?\b/gi, 'queries'],
    [/\bbenutzer\b|\bnutzer\b/gi, 'users'],
    [/\bantwortzeit(?:en)?\b/gi, 'response time'],
    [/\bdauer\b/gi, 'duration'],
    [/\bpro\b|\bje\b/gi, 'per'],
    [/\bstunde\b/gi, 'hour'],
    [/\bder\b|\bdie\b|\bdas\b/gi, 'the'],
    [/\bvergleiche?\b/gi, 'compare'],
    [/\bverschiedene[nrs]?\b/gi, 'different'],
  ],
  [
    [/\bquel(?:le)?s?\b/gi, 'which'],
    [/\bqui\b/gi, 'who'],
    [/\bcombien d[e']\s?/gi, 'how many '],
    [/\bcombien de temps\b/gi, 'how long'],
    [/\bl[ea]s? plus lente?s?\b/gi, 'slowest'],
    [/\bl[ea]s? plus rapides?\b/gi, 'fastest'],
    [/\bl[ea]s? plus longue?s?\b/gi, 'longest'],
    [/\bl[ea]s? plus (?:grande?s?|grosse?s?)\b/gi, 'largest'],
    [/\bl[ea]s? plus (?:fréquente?s?|souvent)\b/gi, 'most frequent'],
    [/\bl[ea] plus d[e']\s?/gi, 'the most '],
    [/\bmoyenne?s?\b/gi, 'average'],
    [/\bmédiane?\b/gi, 'median'],
    [/\bplus (?=errors|requests|queries|erreurs|requêtes)\s?/gi, 'the most '],
    [/\bpourcentage\b|\bpart\b/gi, 'share'],
    [/\btaux d'erreurs?\b/gi, 'error rate'],
    [/\berreurs?\b/gi, 'errors'],
    [/\brequêtes?\b/gi, 'requests'],
    [/\butilisateurs?\b/gi, 'users'],
    [/\btemps de réponse\b/gi, 'response time'],
    [/\bdurée\b/gi, 'duration'],
    [/\bpar\b/gi, 'per'],
    [/\bheure\b/gi, 'hour'],
    [/\best\b/gi, 'is'],
    [/\bl[ea]s?\b/gi, 'the'],
    [/\ba\b/gi, 'has'],
    [/\bdifférente?s?\b/gi, 'different'],
  ],
  [
    [/\bcuál(?:es)?\b|\bqué\b/gi, 'which'],
    [/\bquién(?:es)?\b/gi, 'who'],
    [/\bcuánt[oa]s\b/gi, 'how many'],
    [/\bcuánto tiempo\b/gi, 'how long'],
    [/\b(?:el |la |los |las )?más lent[oa]s?\b/gi, 'slowest'],
    [/\b(?:el |la |los |las )?más rápid[oa]s?\b/gi, 'fastest'],
    [/\b(?:el |la |los |las )?más larg[oa]s?\b/gi, 'longest'],
    [/\b(?:el |la |los |las )?más grandes?\b/gi, 'largest'],
    [/\bmás frecuentes?\b/gi, 'most frequent'],
    [/\bmás\b/gi, 'most'],
    [/\bpromedio\b|\bmedia\b/gi, 'average'],
    [/\bmediana\b/gi, 'median'],
    [/\bporcentaje\b/gi, 'share'],
    [/\btasa de errores\b/gi, 'error rate'],
    [/\berrores\b/gi, 'errors'],
    [/\bsolicitud(?:es)?\b|\bpeticiones\b/gi, 'requests'],
    [/\bconsultas\b/gi, 'queries'],
    [/\busuarios?\b/gi, 'users'],
    [/\btiempo de respuesta\b/gi, 'response time'],
    [/\bduración\b/gi, 'duration'],
    [/\bpor\b/gi, 'per'],
    [/\bhora\b/gi, 'hour'],
    [/\bes\b|\bson\b/gi, 'is'],
    [/\btiene\b|\bhace\b/gi, 'has'],
    [/\bdiferentes\b|\bdistint[oa]s\b/gi, 'different'],
  ],
];

const nouns = /^(?:users|requests|queries|response time|duration|error rate|slowest|fastest|longest)$/;

/** A question of German, French or Spanish words of asking, with those in English; others as they are. */
export function inEnglish(text: string): string {
  for (const words of languages) {
    const found = words.filter(([pattern]) => whole(pattern).test(text));
    const hasNoun = found.some(([, word]) => nouns.test(word));
    if (found.length < 2 && !hasNoun) continue;
    let english = text;
    for (const [pattern, word] of words) english = english.replace(whole(pattern), word);
    if (english !== text && found.some(([, word]) => !/^(?:the|has|is|per|share|who)$/.test(word))) return english;
  }
  return text;
}

/** A letter with an accent is one of a word too. */
function whole(pattern: RegExp): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\d])(?:${pattern.source.replaceAll('\\b', '')})${pattern.source.endsWith('\\s?') ? '' : '(?![\\p{L}\\d])'}`,
    'giu',
  );
}
