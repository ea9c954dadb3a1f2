/** Words around stages to order, pairs to match and code to mend. */
import type { Pair } from '../../i18n/pair.ts';

interface PuzzleWords {
  readonly order: string;
  readonly orderHow: string;
  readonly match: string;
  readonly matchHow: string;
  readonly solvedBefore: string;
  readonly again: string;
  /** Of a stage: its words and its place. */
  readonly handle: (stage: string, place: number, count: number) => string;
  readonly up: (stage: string) => string;
  readonly down: (stage: string) => string;
  readonly inPlace: string;
  readonly outOfPlace: string;
  readonly movedTo: (stage: string, place: number, count: number, isRight: boolean) => string;
  readonly placesRight: (right: number, count: number) => string;
  readonly inOrder: string;
  readonly names: string;
  readonly partners: string;
  readonly found: string;
  readonly chosen: (text: string) => string;
  readonly noPair: (left: string, right: string) => string;
  readonly isPair: (left: string, right: string) => string;
  readonly notThisOne: string;
  readonly pairsFound: (found: number, count: number) => string;
  readonly allFound: string;
  readonly engineShows: string;
  readonly repair: string;
  readonly scenario: string;
  readonly scenarioBroken: string;
  readonly scenarioProved: string;
  readonly yourScript: string;
  readonly yourCommands: string;
  readonly runCases: string;
  readonly runningCases: string;
  readonly asItWas: string;
  readonly hint: string;
  readonly nextHint: string;
  readonly showSolution: string;
  readonly hideSolution: string;
  readonly cases: string;
  readonly notRun: string;
  readonly mended: string;
  readonly stepThrough: string;
  readonly caseOpenedScript: string;
  readonly caseOpened: string;
  readonly backToStep: string;
  readonly wasRun: string;
  readonly expectedReply: string;
  readonly cameReply: string;
  readonly noReply: string;
  readonly expectedState: string;
  readonly cameState: string;
  readonly endless: string;
  readonly broken: string;
  readonly solution: string;
  readonly caseState: Readonly<Record<'open' | 'right' | 'wrong', string>>;
  readonly unreadable: (line: number) => string;
}

export const puzzleWords: Pair<PuzzleWords> = {
  zh: {
    order: '排个顺序',
    orderHow: '拖动左边的手柄，点箭头，或者聚焦手柄后按 ↑ ↓。放错没有任何损失。',
    match: '配成一对',
    matchHow: '左边点一个，右边点一个；也可以拖过去。配错没有任何损失。',
    solvedBefore: '做对过了',
    again: '打乱重来',
    handle: (stage, place, count) => `${stage}：第 ${place} 位，共 ${count} 位，按上下方向键移动`,
    up: (stage) => `上移：${stage}`,
    down: (stage) => `下移：${stage}`,
    inPlace: '位置对',
    outOfPlace: '位置不对',
    movedTo: (stage, place, count, isRight) =>
      `${stage}：移到第 ${place} 位，共 ${count} 位，${isRight ? '位置对' : '位置不对'}`,
    placesRight: (right, count) => `${right} / ${count} 个位置对`,
    inOrder: '顺序全对。',
    names: '左边',
    partners: '右边',
    found: '配好的',
    chosen: (text) => `选中了：${text}`,
    noPair: (left, right) => `「${left}」和「${right}」不是一对。`,
    isPair: (left, right) => `「${left}」和「${right}」是一对。`,
    notThisOne: '不是一对',
    pairsFound: (found, count) => `配好 ${found} / ${count} 对`,
    allFound: '全部配对。',
    engineShows: '引擎跑出来',
    scenario: '先后由你定',
    scenarioBroken: '被你弄坏了。',
    scenarioProved: '已证明：没有哪种顺序会出事，该做的事也照样做得到。',
    repair: '修好它',
    yourScript: '你的脚本',
    yourCommands: '你的命令',
    runCases: '跑一遍用例',
    runningCases: '正在跑…',
    asItWas: '恢复原样',
    hint: '给个提示',
    nextHint: '再给一个提示',
    showSolution: '看一种写法',
    hideSolution: '收起写法',
    cases: '用例',
    notRun: '没跑成，再试一次。',
    mended: '所有用例都通过了。',
    stepThrough: '单步走一遍这个用例',
    caseOpenedScript: '右边的服务器正停在这个用例里：在「Lua 脚本」面板上按「步入」，一行一行地走。',
    caseOpened: '右边的服务器正停在这个用例里：用时间轴一步一步地走。',
    backToStep: '回到这一步',
    wasRun: '跑了什么',
    expectedReply: '应该返回',
    cameReply: '实际返回',
    noReply: '没有回复',
    expectedState: '应该',
    cameState: '实际',
    endless: '脚本一直没有结束，已经停掉了。检查一下循环的条件。',
    broken: '有毛病的写法',
    solution: '一种写法',
    caseState: { open: '还没跑', right: '通过', wrong: '没通过' },
    unreadable: (line) => `第 ${line} 行看不懂：引号配对了吗？`,
  },
  en: {
    order: 'Put in order',
    orderHow:
      'Drag the handle, press the arrows, or focus a handle and press ↑ ↓. A wrong place costs nothing.',
    match: 'Match the pairs',
    matchHow: 'Press one on the left and one on the right, or drag it across. A wrong pair costs nothing.',
    solvedBefore: 'already solved',
    again: 'Shuffle and do it again',
    handle: (stage, place, count) => `${stage}: place ${place} of ${count}, arrow keys move it`,
    up: (stage) => `Move up: ${stage}`,
    down: (stage) => `Move down: ${stage}`,
    inPlace: 'right place',
    outOfPlace: 'wrong place',
    movedTo: (stage, place, count, isRight) =>
      `${stage}: now place ${place} of ${count}, ${isRight ? 'right place' : 'wrong place'}`,
    placesRight: (right, count) => `${right} of ${count} in the right place`,
    inOrder: 'All in order.',
    names: 'Left',
    partners: 'Right',
    found: 'Pairs found',
    chosen: (text) => `Chosen: ${text}`,
    noPair: (left, right) => `“${left}” and “${right}” are no pair.`,
    isPair: (left, right) => `“${left}” and “${right}” are a pair.`,
    notThisOne: 'no pair',
    pairsFound: (found, count) => `${found} of ${count} pairs found`,
    allFound: 'All pairs found.',
    engineShows: 'The engine shows',
    scenario: 'You decide the order',
    scenarioBroken: 'You broke it.',
    scenarioProved: 'Proved: no order breaks it, and it still does its job.',
    repair: 'Repair it',
    yourScript: 'Your script',
    yourCommands: 'Your commands',
    runCases: 'Run the cases',
    runningCases: 'Running…',
    asItWas: 'As it was',
    hint: 'Give me a hint',
    nextHint: 'Another hint',
    showSolution: 'Show one way',
    hideSolution: 'Hide it',
    cases: 'Cases',
    notRun: 'That didn’t run. Try again.',
    mended: 'All cases pass.',
    stepThrough: 'Step through this case',
    caseOpenedScript:
      'The server beside the text is in this case now. Press “Into” in the script panel to go line by line.',
    caseOpened: 'The server beside the text is in this case now. Go through it on the timeline.',
    backToStep: 'Back to the step',
    wasRun: 'What ran',
    expectedReply: 'Expected reply',
    cameReply: 'Reply',
    noReply: 'no reply',
    expectedState: 'Expected',
    cameState: 'Found',
    endless: 'The script did not end and was stopped. Look at the condition of its loop.',
    broken: 'What is broken',
    solution: 'One way',
    caseState: { open: 'not run', right: 'passes', wrong: 'fails' },
    unreadable: (line) => `Line ${line} can’t be read. Are its quotes closed?`,
  },
};
