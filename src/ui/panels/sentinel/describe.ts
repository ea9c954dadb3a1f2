/** Sentinels in words: figures beside the title, opinions in full, and the accessible table. */
import type { MasterOpinion, Opinion, SentinelView } from '../../../protocol/views-sentinel.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { clockText, timeText } from '../times.ts';
import { addressName, downOf, leadingHead, serverName, voterName } from './names.ts';
import { sentinelWords } from './words.ts';

export const msText = (ms: number, language: Language): string => timeText(ms * 1000, language);

export function summariseSentinels(view: SentinelView, language: Language): string[] {
  const { summary, stages } = sentinelWords[language];
  const { heads, master, sentinels } = view;
  const answers = [...new Set(heads.map(({ answer }) => answer))];
  const down = heads.filter(({ agreeing }) => agreeing > 0).length;
  const leading = leadingHead(view);
  return [
    summary.sentinels(sentinels.length),
    ...(master === null || answers.length === 0
      ? []
      : [
          answers.length === 1
            ? summary.master(master, addressName(view, answers[0]))
            : summary.split(answers.length),
        ]),
    ...(down > 0 ? [summary.down(down, heads.length)] : []),
    ...(leading !== null && leading.failoverState !== 'none'
      ? [summary.state(serverName(view, leading.of), stages[leading.failoverState])]
      : []),
  ];
}

/** All that a sentinel knows of a server. */
export function opinionText(opinion: Opinion, language: Language): string {
  const words = sentinelWords[language];
  const ms = (value: number) => msText(value, language);
  const { okPingAgeMs, pingAgeMs, downAfterMs, masterReported, masterIsDownThere, helloAgeMs } = opinion;
  return [
    words.downAbout[downOf(opinion)],
    words.pong(ms(okPingAgeMs)),
    ...(pingAgeMs === null ? [] : [words.waiting(ms(pingAgeMs))]),
    words.downAfter(ms(downAfterMs)),
    ...(masterReported === null ? [] : [words.reports(masterReported)]),
    ...(masterIsDownThere === null ? [] : [words.masterDownThere(masterIsDownThere)]),
    ...(helloAgeMs === null ? [] : [words.hello(ms(helloAgeMs))]),
    words.flags(opinion.flags.join(',')),
  ].join(' · ');
}

/** "sdown 2.3 s". */
export function stateText(opinion: Opinion, language: Language): string {
  const words = sentinelWords[language];
  const down = downOf(opinion);
  const forMs = opinion.oDownForMs ?? opinion.sDownForMs;
  return forMs === null ? words.down[down] : words.downFor(words.down[down], msText(forMs, language));
}

/** The candidate with the most votes in the latest epoch that this sentinel knows of. */
export function mostVoted({ votes }: MasterOpinion, epoch: number): { leader: string; votes: number } | null {
  const counts = new Map<string, number>();
  for (const vote of votes) {
    if (vote.epoch === epoch) counts.set(vote.leader, (counts.get(vote.leader) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most === undefined ? null : { leader: most[0], votes: most[1] };
}

export function accessibleSentinels(view: SentinelView, language: Language): AccessibleTable {
  const words = sentinelWords[language];
  const rows: { id: string; name: string; text: string }[] = [];
  for (const head of view.heads) {
    const of = serverName(view, head.of);
    rows.push({
      id: `head:${head.of}`,
      name: `${of}, ${words.answer}`,
      text: [
        `${addressName(view, head.answer)} ${head.answer}`,
        words.configEpoch(head.configEpoch),
        words.agreeing(head.agreeing, head.quorum),
        head.failoverState === 'none' ? words.noFailover : words.stages[head.failoverState],
      ].join(' · '),
    });
    for (const { by, leader, epoch } of head.votes) {
      rows.push({
        id: `vote:${head.of}:${by}`,
        name: `${of}, ${words.votedBy(voterName(view, by))}`,
        text: words.voteAbout(voterName(view, by), voterName(view, leader), of, epoch),
      });
    }
  }
  for (const opinion of view.opinions) {
    rows.push({
      id: `opinion:${opinion.of}:${opinion.address}`,
      name: `${serverName(view, opinion.of)} → ${addressName(view, opinion.address)}`,
      text: `${words.kinds[opinion.kind]} · ${stateText(opinion, language)} · ${opinionText(opinion, language)}`,
    });
  }
  for (const { of, atMs, nth, event, text } of view.events.slice(-40)) {
    const name = `${clockText(atMs)} ${serverName(view, of)}`;
    rows.push({ id: `event:${of}:${nth}`, name, text: `${event} ${text}` });
  }
  return { caption: [words.title, ...summariseSentinels(view, language)].join(' · '), rows };
}
