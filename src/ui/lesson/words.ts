/** The words of the lesson page itself. */
import type { OutsideAction } from '../../protocol/actions.ts';
import type { NumberUnit } from '../../protocol/exercise.ts';
import type { ClaimVerdict } from '../../protocol/prose.ts';
import type { CrashLoss } from '../../protocol/session.ts';
import type { Pair } from '../i18n/pair.ts';
import type { ItemToDo } from './step-items.ts';

interface LessonWords {
  readonly tab: string;
  /** Before the title of the panel that shows the state to reach. */
  readonly goal: string;
  readonly now: string;
  readonly loading: string;
  readonly missing: string;
  readonly toCourse: string;
  readonly over: { readonly start: string; readonly ask: string; readonly yes: string; readonly no: string };
  readonly preparing: string;
  readonly failed: string;
  readonly place: (part: string, number: number, count: number) => string;
  readonly steps: string;
  readonly step: (number: number, count: number, heading: string) => string;
  readonly doneStep: string;
  readonly previous: string;
  readonly next: string;
  readonly lessonDone: string;
  readonly reset: string;
  readonly run: string;
  readonly running: string;
  readonly replay: string;
  readonly demonstration: string;
  readonly prediction: string;
  readonly predictFirst: string;
  readonly chooseFirst: string;
  readonly sayFirst: string;
  readonly yourNumber: string;
  readonly numberScale: string;
  readonly noNumberYet: string;
  /** How far a number was off: what was said, what it is. */
  readonly gap: (said: string, is: string) => string;
  readonly options: string;
  readonly right: string;
  readonly wrong: (chosen: string) => string;
  readonly unexpected: string;
  readonly notAsInText: string;
  readonly runAsInText: string;
  readonly answeredBefore: string;
  readonly ranBefore: string;
  readonly demoFirst: string;
  readonly earlierFirst: string;
  readonly backFirst: string;
  readonly awaitsTask: string;
  readonly awaitsAnswer: string;
  readonly goesOn: string;
  readonly leadHere: string;
  readonly goThere: string;
  readonly hiddenByTask: string;
  readonly hiddenByQuestion: string;
  readonly showAnyway: string;
  readonly stillToDo: string;
  readonly toDo: Readonly<Record<ItemToDo['type'], string>>;
  readonly stepDone: string;
  readonly whatItWasAbout: string;
  readonly openSteps: (count: number) => string;
  readonly goOnWith: string;
  readonly practise: string;
  readonly practiseBlurb: (count: number) => string;
  readonly lastLesson: string;
  readonly readAsText: string;
  readonly readAsTextBlurb: string;
  readonly backToLesson: string;
  readonly print: string;
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
  readonly explain: string;
  readonly loadingTerm: string;
  readonly noTerm: string;
  readonly termLesson: string;
  readonly toGlossary: string;
  readonly claimed: string;
  readonly claimHolds: string;
  readonly claimGuess: Readonly<Record<ClaimVerdict, string>>;
  readonly claimVerdict: Readonly<Record<ClaimVerdict, string>>;
  readonly claimAgreed: string;
  readonly claimDiffered: string;
  readonly simplified: string;
  readonly summary: string;
  readonly interview: string;
  readonly interviewAnswer: string;
  readonly interviewNext: string;
  readonly interviewTrap: string;
  readonly interviewPoints: string;
  readonly interviewProof: string;
  readonly answers: string;
  readonly clock: string;
  readonly clockStands: (time: string) => string;
  readonly advance: (amount: string) => string;
  readonly passes: (amount: string) => string;
  readonly asClient: (client: number) => string;
  readonly cutOff: (client: number) => string;
  readonly happens: (action: OutsideAction, amount: string) => string;
  readonly power: string;
  readonly powerOff: Readonly<Record<CrashLoss, string>>;
  readonly powerOn: string;
  readonly serverRuns: string;
  readonly serverDown: string;
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
    goal: '目标',
    now: '现在',
    loading: '正在打开课文…',
    missing: '没有这节课。',
    toCourse: '查看全部课程',
    over: {
      start: '这节课从头再来',
      ask: '清空这节课的进度？练习题的复习安排不变。',
      yes: '清空，从第一步开始',
      no: '不清空',
    },
    preparing: '正在准备这一步的数据…',
    failed: '这一步没能准备好。',
    place: (part, number, count) => `${part} · 第 ${number} 课，共 ${count} 课`,
    steps: '步骤',
    step: (number, count, heading) => `第 ${number} 步，共 ${count} 步：${heading}`,
    doneStep: '已完成',
    previous: '上一步',
    next: '下一步',
    lessonDone: '这节课学完了。随时可以回来，把它当手册用。',
    reset: '重来这一步',
    run: '运行',
    running: '运行中…',
    replay: '重放',
    demonstration: '演示',
    prediction: '预测',
    predictFirst: '先猜，再运行',
    chooseFirst: '先选一个答案，再运行。猜错没有任何损失。',
    sayFirst: '先填一个数，再运行。猜错没有任何损失。',
    yourNumber: '你猜',
    numberScale: '在刻度上拖动',
    noNumberYet: '还没有填',
    gap: (said, is) => `你猜 ${said}，实际是 ${is}。`,
    options: '可选的答案',
    right: '猜对了。',
    wrong: (chosen) => `你猜的是「${chosen}」。`,
    unexpected: '你之前做过别的操作，所以结果和课文里的不同。想按课文走，就重来这一步。',
    notAsInText: '这台服务器上还执行过别的操作，眼下的状态不是课文说的那个，所以这次不判对错。',
    runAsInText: '按课文的状态再跑一次',
    answeredBefore: '答过了',
    ranBefore: '运行过了',
    demoFirst: '上面的演示还没运行，会先运行它。',
    earlierFirst: '会先把前面做过的重做一遍，让服务器回到这里说的状态。',
    backFirst: '服务器会先退回到这里说的状态。',
    awaitsTask: '这里接着上面的任务，先完成它。',
    awaitsAnswer: '这里接着上一个问题，先回答它。',
    goesOn: '这里接着上面往下做，而上面的命令还没在这台服务器上运行。',
    leadHere: '先运行它们',
    goThere: '带我过去',
    hiddenByTask: '后面会讲到结果。先自己动手，完成任务再往下读。',
    hiddenByQuestion: '后面会讲到答案。先猜一个，运行之后再往下读。',
    showAnyway: '直接看后文',
    stillToDo: '这一步还差',
    toDo: {
      demo: '运行演示',
      predict: '回答问题',
      task: '完成任务',
      order: '排顺序',
      match: '配对',
      repair: '修好它',
      scenario: '安排先后',
    },
    stepDone: '这一步完成了',
    whatItWasAbout: '这节课讲了什么',
    openSteps: (count) => `还有 ${count} 步没做完。`,
    goOnWith: '下一课',
    practise: '练一练',
    practiseBlurb: (count) => `这节课有 ${count} 道题，隔几天再做一遍才记得牢。`,
    lastLesson: '写好的课就到这里。在课程地图上挑一节没学过的。',
    readAsText: '阅读模式',
    readAsTextBlurb: '整课连成一篇，答案都在原处，适合复习。',
    backToLesson: '回到课里动手',
    print: '打印',
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
    explain: '这个词是什么意思',
    loadingTerm: '载入中……',
    noTerm: '解释没有载入成功。',
    termLesson: '去看这一课',
    toGlossary: '术语表',
    claimed: '常见说法',
    claimHolds: '这个说法对吗？',
    claimGuess: { true: '对', half: '对一半', false: '不对' },
    claimVerdict: { true: '对', half: '只对一半', false: '不对' },
    claimAgreed: '和你想的一样',
    claimDiffered: '和你想的不一样',
    simplified: '这里作了简化',
    summary: '带走这几句',
    interview: '面试怎么问',
    interviewAnswer: '一分钟回答',
    interviewNext: '接着会问：',
    interviewTrap: '容易答错：',
    interviewPoints: '答到了几点？',
    interviewProof: '回到能证明它的那一步',
    answers: '答案',
    clock: '时钟',
    clockStands: (time) => `停在 ${time}`,
    advance: (amount) => `拨快 ${amount}`,
    passes: (amount) => `时钟拨快 ${amount}`,
    asClient: (client) => `客户端 ${client}`,
    cutOff: (client) => `客户端 ${client} 崩溃，连接断开`,
    happens: (action, amount) =>
      action.type === 'restart'
        ? '服务器从磁盘重新启动'
        : action.type === 'disk'
          ? `磁盘变慢：从现在起，一次 fsync 要 ${amount}`
          : {
              nothing: 'kill -9：进程死了，内核还在',
              unsynced: '断电：没 fsync 的字节全部丢失',
              torn: '写到一半断电：文件断在半截',
            }[action.loss],
    power: '电源',
    powerOff: { nothing: 'kill -9', unsynced: '断电', torn: '写到一半断电' },
    powerOn: '启动',
    serverRuns: '服务器在运行',
    serverDown: '服务器没有在运行',
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
    goal: 'Goal',
    now: 'Now',
    loading: 'Opening the lesson…',
    missing: 'There is no such lesson.',
    toCourse: 'See all lessons',
    over: {
      start: 'Start this lesson over',
      ask: 'Forget what you did in this lesson? Its drills keep their schedule.',
      yes: 'Forget it and begin again',
      no: 'Keep it',
    },
    preparing: 'Setting up this step…',
    failed: 'The page could not set up this step.',
    place: (part, number, count) => `${part} · ${number} of ${count}`,
    steps: 'Steps',
    step: (number, count, heading) => `Step ${number} of ${count}: ${heading}`,
    doneStep: 'done',
    previous: 'Previous',
    next: 'Next',
    lessonDone: 'That is the end of the lesson. Come back any time and use it as a reference.',
    reset: 'Start this step over',
    run: 'Run',
    running: 'Running…',
    replay: 'Replay',
    demonstration: 'Demonstration',
    prediction: 'Prediction',
    predictFirst: 'Before you run it',
    chooseFirst: 'Choose an answer, then run it. A wrong guess costs nothing.',
    sayFirst: 'Enter a number, then run it. A wrong guess costs nothing.',
    yourNumber: 'Your guess',
    numberScale: 'Drag on the scale',
    noNumberYet: 'no number yet',
    gap: (said, is) => `You said ${said}; it is ${is}.`,
    options: 'Answers',
    right: 'You predicted it.',
    wrong: (chosen) => `You predicted “${chosen}”.`,
    unexpected:
      'You ran something else first, so the result differs from the text. Start the step over to follow the text.',
    notAsInText:
      'Other things were done to this server, so it is not in the state the text speaks of. This run does not count either way.',
    runAsInText: 'Run it as in the text',
    answeredBefore: 'already answered',
    ranBefore: 'already run',
    demoFirst: 'The demonstration above has not run yet; it will run first.',
    earlierFirst:
      'What you did before this will run again first, so that the server is in the state described.',
    backFirst: 'The server goes back to the state described here first.',
    awaitsTask: 'This is about the server after the task above. Do that first.',
    awaitsAnswer: 'This is about the server after the question above. Answer that first.',
    goesOn: 'This goes on from what stands above, which has not run on this server.',
    leadHere: 'Run it first',
    goThere: 'Go there',
    hiddenByTask: 'What follows tells how it ends. Try the task first, then read on.',
    hiddenByQuestion: 'What follows tells the answer. Guess and run it first, then read on.',
    showAnyway: 'Show the rest anyway',
    stillToDo: 'Still to do in this step',
    toDo: {
      demo: 'Run the demo',
      predict: 'Answer',
      task: 'Do the task',
      order: 'Put in order',
      match: 'Match',
      repair: 'Repair',
      scenario: 'Decide the order',
    },
    stepDone: 'This step is done',
    whatItWasAbout: 'What this lesson was about',
    openSteps: (count) => (count === 1 ? 'One step is still open.' : `${count} steps are still open.`),
    goOnWith: 'Next lesson',
    practise: 'Practise',
    practiseBlurb: (count) =>
      count === 1
        ? 'This lesson has one question. Answer it again in a few days and it sticks.'
        : `This lesson has ${count} questions. Answer them again in a few days and they stick.`,
    lastLesson: 'This is the last lesson so far. On the map, pick one you have not read.',
    readAsText: 'Reading mode',
    readAsTextBlurb: 'The whole lesson as one text, every answer in its place. Good for going over it again.',
    backToLesson: 'Back to the lesson, hands on',
    print: 'Print',
    engineSays: 'The engine says',
    task: 'Task',
    solved: 'Done',
    notSolved: 'Not done yet',
    solutionSeen: 'You saw the solution, so this does not count as done',
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
    explain: 'Explain this word',
    loadingTerm: 'Loading …',
    noTerm: 'The explanation could not be loaded.',
    termLesson: 'To its lesson',
    toGlossary: 'Glossary',
    claimed: 'You’ll often read',
    claimHolds: 'Is it true?',
    claimGuess: { true: 'True', half: 'Half true', false: 'False' },
    claimVerdict: { true: 'True', half: 'Half true', false: 'False' },
    claimAgreed: 'as you thought',
    claimDiffered: 'not what you thought',
    simplified: 'Simplified here',
    summary: 'Remember',
    interview: 'In an interview',
    interviewAnswer: 'Sixty seconds',
    interviewNext: 'They’ll ask next:',
    interviewTrap: 'The trap:',
    interviewPoints: 'Did you say it?',
    interviewProof: 'Go to the step that proves it',
    answers: 'Answers',
    clock: 'Clock',
    clockStands: (time) => `stopped at ${time}`,
    advance: (amount) => `+ ${amount}`,
    passes: (amount) => `${amount} pass`,
    asClient: (client) => `client ${client}`,
    cutOff: (client) => `client ${client} crashes; its connection ends`,
    happens: (action, amount) =>
      action.type === 'restart'
        ? 'the server starts again from its disk'
        : action.type === 'disk'
          ? `the disk gets slow: an fsync takes ${amount} from now on`
          : {
              nothing: 'kill -9: the process dies, the kernel lives on',
              unsynced: 'the power fails: bytes that were not fsynced are lost',
              torn: 'the power fails during a write: the file ends halfway',
            }[action.loss],
    power: 'Power',
    powerOff: { nothing: 'kill -9', unsynced: 'Cut the power', torn: 'Cut it during a write' },
    powerOn: 'Start',
    serverRuns: 'the server is running',
    serverDown: 'the server is down',
    players: 'Clients, one command at a time',
    playerSends: (name, command) => `${name} sends ${command}`,
    crash: 'Crash',
    crashPlayer: (name) => `Crash ${name}`,
    crashed: 'crashed; its next command restarts it',
    programDone: 'done; press to start over',
    tryAgain: 'no luck; it can try again',
    skipped: 'skipped: its condition does not hold',
    onlyIf: ['only if the reply before was ', ''],
    repeatUntil: ['again until the reply is ', ''],
  },
};

/** What a number counts; empty where the question says it. */
export const unitWords: Pair<Readonly<Record<NumberUnit, string>>> = {
  zh: { bytes: '字节', ms: '毫秒', us: '微秒', percent: '%', keys: '个键', count: '' },
  en: { bytes: 'bytes', ms: 'ms', us: 'µs', percent: '%', keys: 'keys', count: '' },
};
