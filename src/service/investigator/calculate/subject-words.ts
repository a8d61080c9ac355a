const filler = new Set(
  `a an and any all are as at be been being but by can could did do does each every for from get gets getting give given gives go goes going got had
  has have having he her here how i if in into is it its just kindly know let like list look looking made make makes making many me might more most much my
  need needed no not now of off often on once one ones only or our out over own per please pls plz quick quickly really see seen she should show shows since so some still such tell tells than
  thanks that the their them then there these they this those through time times to too top under until up us use used uses using very want was way we well were what whats
  when where which while who whole whom whose will with within without would you your hey hello hi team guys folks check see find out file files log logs logged logging line lines entry entries
  record records message messages request requests response responses call calls event events thing things item items hit hits value values number numbers count counts counted
  total sum overall altogether average avg mean median percentile typical typically usual usually normal normally maximum minimum max min peak highest lowest slowest slow slower fastest fast faster
  quickest long longest longer short shortest shorter largest large larger biggest big bigger smallest small smaller worst best bad busiest quietest noisiest chattiest loudest common commonest frequent frequently
  least less few fewest share shares percent percentage proportion fraction ratio rate rates distribution breakdown split group grouped different distinct unique separate individual
  various latency latencies duration durations elapsed took take takes taken taking response size sizes byte bytes data traffic seconds second minutes minute hours hour day days daily hourly
  ms secs sec mins min overtime during between before after about around compare compared comparison versus vs affected impacted involved happen happens happened happening appear appears appeared
  occur occurs occurred system service's according across respectively also plus sorted order ordered rank ranked ranking table chart terms usage user's highest running run runs ran current currently
  expensive cost costs costly costliest heavy heaviest hot hottest active actual exactly exact approximately roughly overall gap gaps silence interval apart far end start thrown throw throws thrown makes sent send sends received receive
  come comes came coming go goes gone end ended ends result resulted resulting caused cause causes produce produced produces produces return returned returns answered answer answers served serve serves last lasted lasts
  need needs ever everything anything something today yesterday tonight morning evening afternoon night hammer hammering hammers flooding flood hog hogging hogs hogged us eat eats eating code codes we're i'm
  could can't cannot don't doesn't calculate compute calculated computed give me what's that's it's they're number's rps qps throughput speed performance perform performs performing performed worse better changed change changes changing new got different differs differ improved improve degraded causing making generating producing requesting behind responsible worked try tries tried attack attacks attackers logged-in kinda saw pls transfer transfers transferred transferring consume consumes consumed consuming download downloads downloaded peak peaks hardest`.split(
    /\s+/,
  ),
);

/** Words of a question that can tell which lines it is about; the words of asking and of calculating left out. */
export function subjectWords(text: string): string[] {
  const found: string[] = [];
  for (const token of text.match(/[\p{L}\d_/.][\p{L}\d_.:/@#%-]*/gu) ?? []) {
    const word = token.replace(/^[.:-]+|[.:,/%-]+$/g, (edge) => (edge === '/' ? edge : '')).replace(/'s$/, '');
    if (word.length < 2 || filler.has(word.toLowerCase()) || /^(?:p?\d{1,3}|\d{2}(?:th|st|nd|rd))$/i.test(word))
      continue;
    if (!found.includes(word)) found.push(word);
  }
  return found.slice(0, 8);
}
