/** The words of the lesson page itself. */
import type { Pair } from '../i18n/pair.ts';

interface LessonWords {
  readonly tab: string;
  readonly loading: string;
  readonly missing: string;
  readonly toCourse: string;
  readonly preparing: string;
  readonly failed: string;
  readonly place: (part: string, number: number, count: number) => string;
  readonly steps: string;
  readonly step: (number: number, count: number, heading: string) => string;
  readonly doneStep: string;
  readonly previous: string;
  readonly next: string;
  readonly nextLesson: (title: string) => string;
  readonly lessonDone: string;
  readonly reset: string;
  readonly run: string;
  readonly running: string;
  readonly replay: string;
  readonly demonstration: string;
  readonly prediction: string;
  readonly predictFirst: string;
  readonly chooseFirst: string;
  readonly options: string;
  readonly right: string;
  readonly wrong: (chosen: string) => string;
  readonly unexpected: string;
  readonly engineSays: string;
  readonly task: string;
  readonly solved: string;
  readonly notSolved: string;
  readonly solutionSeen: string;
  readonly waiting: string;
  readonly wanted: string;
  readonly hint: (number: number, count: number) => string;
  readonly firstHint: string;
  readonly nextHint: string;
  readonly showSolution: string;
  readonly reallyShow: string;
  readonly yesShow: string;
  readonly noShow: string;
  readonly solution: string;
  readonly claimed: string;
  readonly shown: string;
  readonly simplified: string;
  readonly answers: string;
  readonly clock: string;
  readonly clockStands: (time: string) => string;
  readonly advance: (amount: string) => string;
  readonly passes: (amount: string) => string;
  readonly asClient: (client: number) => string;
  readonly cutOff: (client: number) => string;
  readonly players: string;
  readonly playerSends: (name: string, command: string) => string;
  readonly crash: string;
  readonly crashPlayer: (name: string) => string;
  readonly crashed: string;
  readonly programDone: string;
  readonly tryAgain: string;
  readonly skipped: string;
  /** A sentence before and after what redis-cli printed for the command before. */
  readonly onlyIf: readonly [string, string];
  readonly repeatUntil: readonly [string, string];
}

export const lessonWords: Pair<LessonWords> = {
  zh: {
    tab: '课文',
    loading: '正在打开课文…',
    missing: '没有这节课。',
    toCourse: '查看全部课程',
    preparing: '正在准备这一步的数据…',
    failed: '这一步没能准备好。',
    place: (part, number, count) => `${part} · 第 ${number} 课，共 ${count} 课`,
    steps: '步骤',
    step: (number, count, heading) => `第 ${number} 步，共 ${count} 步：${heading}`,
    doneStep: '已完成',
    previous: '上一步',
    next: '下一步',
    nextLesson: (title) => `下一课：${title}`,
    lessonDone: '这节课学完了。随时可以回来，把它当手册用。',
    reset: '重来这一步',
    run: '运行',
    running: '运行中…',
    replay: '重放',
    demonstration: '演示',
    prediction: '预测',
    predictFirst: '先猜，再运行',
    chooseFirst: '先选一个答案，再运行。猜错没有任何损失。',
    options: '可选的答案',
    right: '猜对了。',
    wrong: (chosen) => `你猜的是「${chosen}」。`,
    unexpected: '你之前做过别的操作，所以结果和课文里的不同。想按课文走，就重来这一步。',
    engineSays: '引擎的结果',
    task: '任务',
    solved: '已完成',
    notSolved: '未完成',
    solutionSeen: '看过答案，不算完成',
    waiting: '先完成上一个任务',
    wanted: '引擎检查',
    hint: (number, count) => `提示 ${number} / ${count}`,
    firstHint: '给个提示',
    nextHint: '再给一个提示',
    showSolution: '看答案',
    reallyShow: '看了答案，这个任务就不算你自己完成的。还要看吗？',
    yesShow: '看',
    noShow: '再想想',
    solution: '一种做法',
    claimed: '笔记里常这么说',
    shown: '引擎里实测',
    simplified: '这里作了简化',
    answers: '答案',
    clock: '时钟',
    clockStands: (time) => `停在 ${time}`,
    advance: (amount) => `拨快 ${amount}`,
    passes: (amount) => `时钟拨快 ${amount}`,
    asClient: (client) => `客户端 ${client}`,
    cutOff: (client) => `客户端 ${client} 崩溃，连接断开`,
    players: '客户端，一次走一步',
    playerSends: (name, command) => `${name} 执行 ${command}`,
    crash: '崩溃',
    crashPlayer: (name) => `让 ${name} 崩溃`,
    crashed: '已崩溃；再点一条命令就是重启',
    programDone: '走完了，再点从头开始',
    tryAgain: '没成功，可以再试',
    skipped: '条件不成立，跳过',
    onlyIf: ['仅当上一条返回 ', ''],
    repeatUntil: ['反复执行，直到返回 ', ''],
  },
  en: {
    tab: 'Lesson',
    loading: 'Opening the lesson…',
    missing: 'There is no such lesson.',
    toCourse: 'See all lessons',
    preparing: 'Setting up this step…',
    failed: 'This step could not be set up.',
    place: (part, number, count) => `${part} · ${number} of ${count}`,
    steps: 'Steps',
    step: (number, count, heading) => `Step ${number} of ${count}: ${heading}`,
    doneStep: 'done',
    previous: 'Previous',
    next: 'Next',
    nextLesson: (title) => `Next lesson: ${title}`,
    lessonDone: 'That was the lesson. Come back any time and use it as a reference.',
    reset: 'Start this step over',
    run: 'Run',
    running: 'Running…',
    replay: 'Replay',
    demonstration: 'Demonstration',
    prediction: 'Prediction',
    predictFirst: 'Before you run it',
    chooseFirst: 'Choose an answer, then run it. A wrong guess costs nothing.',
    options: 'Answers',
    right: 'You predicted it.',
    wrong: (chosen) => `You predicted “${chosen}”.`,
    unexpected:
      'Something else was done before, so the result is not the one the text speaks of. Start the step over to follow the text.',
    engineSays: 'The engine says',
    task: 'Task',
    solved: 'Done',
    notSolved: 'Not done yet',
    solutionSeen: 'Solution seen; it does not count as done',
    waiting: 'Finish the task above first',
    wanted: 'The engine checks',
    hint: (number, count) => `Hint ${number} of ${count}`,
    firstHint: 'Give me a hint',
    nextHint: 'Another hint',
    showSolution: 'Show a solution',
    reallyShow: 'Once you have seen it, the task no longer counts as solved by you. Show it?',
    yesShow: 'Show it',
    noShow: 'Let me think',
    solution: 'One way',
    claimed: 'Notes often say',
    shown: 'The engine says',
    simplified: 'Simplified here',
    answers: 'Answers',
    clock: 'Clock',
    clockStands: (time) => `stopped at ${time}`,
    advance: (amount) => `+ ${amount}`,
    passes: (amount) => `${amount} pass`,
    asClient: (client) => `client ${client}`,
    cutOff: (client) => `client ${client} crashes; its connection ends`,
    players: 'Clients, one command at a time',
    playerSends: (name, command) => `${name} sends ${command}`,
    crash: 'Crash',
    crashPlayer: (name) => `Crash ${name}`,
    crashed: 'crashed; its next command restarts it',
    programDone: 'done; press to start over',
    tryAgain: 'no luck; it can try again',
    skipped: 'left out: not its condition',
    onlyIf: ['only if the reply before was ', ''],
    repeatUntil: ['again until the reply is ', ''],
  },
};
