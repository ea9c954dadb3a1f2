/** The page's words in English. The shape of this object is what every other language must fill. */
import type { Refusal } from '../../protocol/messages.ts';

const number = (value: number) => Math.round(value).toLocaleString('en');
const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

const notices: Record<
  | Refusal['code']
  | 'forked'
  | 'brought-back'
  | 'copied'
  | 'not-copied'
  | 'saved'
  | 'picture-failed'
  | 'not-kept'
  | 'not-started'
  | 'imported'
  | 'imported-partly'
  | 'damaged-backup'
  | 'storage-full'
  | 'too-large-to-keep'
  | 'set-aside'
  | 'set-aside-here'
  | 'unreadable'
  | 'open-elsewhere'
  | 'taken-over',
  string
> = {
  'damaged-link':
    'This link is damaged: perhaps a part of it was cut off. Nothing was changed; ask for it again.',
  'damaged-file': 'This file is not a saved session, or it is damaged. Nothing was changed.',
  'newer-format':
    'This was saved by a newer version of Rediscope. Reload the page to get it, then try again.',
  'too-large': 'This is too large to be saved or opened here.',
  'forbidden-setting':
    'This session starts its server with a setting that a link or file may not choose. Nothing was changed.',
  stopped: 'Stopped. Everything is as it was.',
  'no-such-client': 'That client was not connected yet at the moment you are looking at.',
  'server-down':
    'Nobody listens: the server is not running. In the lab, Power starts it again from its disk.',
  'no-such-frame': 'That moment is not part of this branch.',
  'no-session': 'No server is running. Start a new session from the menu.',
  'not-loaded':
    'A part of the program that this needs could not be fetched. Nothing was lost; check the network and try again.',
  'not-shown': 'This could not be read or shown. The server and everything you did are still there.',
  fault: 'The engine could not do this and has stopped.',
  forked: 'A new branch begins here. The old one is kept.',
  'brought-back': 'The server was started again, and your session is back. Its clock stands still.',
  copied: 'Copied.',
  'not-copied': 'The browser did not allow copying. Save it as a file instead.',
  saved: 'Saved to a file.',
  'picture-failed': 'The picture could not be made.',
  'not-started': 'The server did not start again. Its log says:',
  'not-kept': 'This browser does not let the page keep anything. Save to a file instead.',
  imported: 'Progress and sessions have been taken over.',
  'imported-partly': 'The rest of the backup has been taken over. These could not be read or kept:',
  'damaged-backup': 'This file is not a backup, or it is damaged. Nothing was changed.',
  'storage-full':
    'The browser has no room left, so what you do now is not kept. Save it to a file, or remove sessions you no longer need.',
  'too-large-to-keep':
    'This session has grown too large to be kept. The copy from before stays in this browser; save what you need to a file.',
  'set-aside': 'Your session was set aside. It is kept under My sessions.',
  'set-aside-here':
    'Another session has taken the place of yours. This browser keeps nothing: you can go back to it only now.',
  unreadable: 'Your last session could not be opened. It is kept under My sessions; nothing of it is lost.',
  'open-elsewhere': 'Your session is open in another tab. Here you begin a new one, which is kept as well.',
  'taken-over':
    'Another tab goes on with this session. What you change here from now on is kept as a session of its own.',
};

const noticeActs: Partial<Record<keyof typeof notices, string>> = {
  'set-aside': 'Go back to it',
  'set-aside-here': 'Go back to it',
  unreadable: 'Try again',
  'open-elsewhere': 'Take it over here',
};

export const en = {
  name: 'Rediscope',
  cancel: 'Cancel',
  done: 'Done',
  dismiss: 'Dismiss',
  reload: 'Reload',
  panel: {
    loading: 'Reading the structure…',
    failed: 'This panel could not be drawn.',
    unread: 'This panel could not read what it shows. The server goes on.',
    retry: 'Try again',
    picture: (panel: string) => `${panel}: save a picture`,
    saveAs: (kind: string) => `Save as ${kind}`,
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    before: 'Before',
    after: 'After',
    dropped: (count: number) => `${number(count)} more ${plural(count, 'step is', 'steps are')} not shown.`,
  },
  replay: {
    title: 'Replaying the session',
    about:
      'Every input of the session runs again, one after the other. What was here before stays until that is done.',
    reading: 'Reading what was saved…',
    progress: (done: number, of: number) =>
      of < 1_000_000
        ? `Replaying ${number(done)} of ${number(of)} ${plural(of, 'input', 'inputs')}`
        : `Replaying ${(done / 1_000_000).toFixed(1)} of ${(of / 1_000_000).toFixed(1)} million inputs`,
    stop: 'Stop',
  },
  shell: {
    starting: 'Starting the server…',
    homeLink: 'Rediscope, home',
    navigation: 'Main',
    learn: 'Learn',
    drills: 'Drills',
    lab: 'Lab',
    pages: {
      learn: 'Learn',
      drills: 'Drills',
      progress: 'Progress',
      lab: 'Lab',
      coverage: 'Commands',
      about: 'About',
      gallery: 'Gallery of panels',
      compare: 'Two runs side by side',
      embed: 'Frame',
    },
    menu: 'Menu',
    print: 'Print this lesson',
    language: 'Language',
    switchLanguage: '切换到中文',
    leaveTitle: 'Leave this session?',
    leaveQuestion:
      'Lessons and drills run their own servers, and this session has grown too large to be put aside meanwhile. It would end.',
    leaveYes: 'Go there',
  },
  keeping: {
    sign: 'Not kept',
    title: 'What you do is not kept',
    troubles: {
      opening: 'The browser’s storage has not answered yet. Everything is kept as soon as it does.',
      unavailable: 'This browser does not let the page keep anything: what you do ends with this visit.',
      full: 'The browser has no room left. Remove sessions you no longer need, or make room on the disk.',
      failed: 'The browser could not write it. The page tries again after every change.',
      'too-large': 'This session has grown too large. The copy from before stays in this browser.',
    },
    save: 'Save to file',
  },
  theme: { title: 'Colours', auto: 'As the system', light: 'Light', dark: 'Dark' },
  clock: {
    title: 'Server clock',
    about: 'The server lives by this clock: keys expire and tables rehash by it.',
    runs: 'Running',
    stopped: 'Paused',
    speed: 'Speed',
    step: 'Move, if paused',
    milliseconds: (ms: number) => `+${ms} ms`,
    seconds: (seconds: number) => `+${seconds} s`,
  },
  share: {
    open: 'Share this step',
    title: 'Share this step',
    making: 'Making the link…',
    copied: 'The link is copied. Whoever opens it sees this very step.',
    notCopied: 'Copy this link. Whoever opens it sees this very step.',
    long: (length: number) =>
      `It has ${number(length)} characters; some programs cut long links. A file is safer.`,
    tooLong: 'So much has happened that it does not fit a link. Save it to a file and send that instead.',
    link: 'Link to this step',
    copy: 'Copy link',
    embed: 'Put it into a page of your own:',
    embedCode: 'HTML for a frame',
  },
  embed: { whole: 'Open in Rediscope' },
  files: {
    save: 'Save to file',
    open: 'Open file…',
    startNew: 'New session',
    startNewQuestion:
      'The present session and its history end. Save it to a file first if you want to keep it.',
    startNewYes: 'Start new',
    script: 'Save as redis-cli script',
    backup: 'Back up progress and sessions',
    takeBackup: 'Take over a backup…',
  },
  sessions: {
    menu: 'My sessions…',
    title: 'My sessions',
    name: 'Name of this session',
    save: 'Keep this one',
    origins: {
      link: 'Before a link was opened',
      file: 'Before another session was opened',
      tab: 'Left in a tab',
      fault: 'Before the engine stopped',
    },
    elsewhere: 'Open in another tab',
    takeOver: (name: string) => `${name}: go on with it here`,
    problem: 'Could not be opened: ',
    problems: {
      'newer-format': 'saved by a newer version',
      'too-large': 'too large',
      'damaged-file': 'damaged',
      'damaged-link': 'damaged',
      'not-loaded': 'a part of the program did not load',
      fault: 'the engine stopped',
      stopped: 'you stopped it',
      'forbidden-setting': 'it has a setting that is not allowed',
      'cut-off': 'the page ended before it was open',
    },
    retry: (name: string) => `Try again: ${name}`,
    download: (name: string) => `Save ${name} to a file`,
    none: 'Nothing kept yet. Sessions stay in this browser and go nowhere else.',
    remove: (name: string) => `Remove ${name}`,
    undo: (name: string) => `Bring back “${name}”`,
    size: (bytes: number) => `${number(Math.ceil(bytes / 1024))} kB`,
  },
  notices,
  noticeActs,
  unsupported: {
    title: 'The server cannot run in this browser',
    missing:
      'Rediscope runs a whole Redis server inside your browser, in a Web Worker. This browser does not have them, or they are switched off.',
    failed:
      'Rediscope runs a whole Redis server inside your browser, in a Web Worker. The worker could not be started: perhaps its file did not arrive, or something blocks it.',
    todo: 'Reload the page, or open it in a current Firefox, Chrome, Edge or Safari.',
  },
  fault: {
    title: 'The engine has stopped',
    about:
      'It found itself in a state that must not happen: a mistake of ours, not of yours. The report holds the seed and every input that led here, so that it can be repeated exactly.',
    stoppedAt: 'It stopped at:',
    /** What it stopped at, when that was no command. */
    otherInput: {
      start: 'the start of the server',
      command: 'a command',
      cron: 'its own work in the background',
      connect: 'a client that connected',
      disconnect: 'a client that left',
      crash: 'the loss of power',
      restart: 'the start from its disk',
      disk: 'a change of its disk',
    },
    goOn: 'Go on from before it',
    goOnAbout: 'Everything you did before it is still there.',
    download: 'Download the report',
    restart: 'New session',
  },
  stopped: {
    title: 'The server has stopped',
    about:
      'The worker it runs in has ended. Your session can be brought back; only what had no answer yet is left out.',
    restart: 'Start it again',
    fresh: 'New session',
  },
  silent: {
    about: 'The server has not answered for a while.',
    wait: 'Wait',
    restart: 'Restart without the last command',
  },
  newVersion: { about: 'Rediscope has a new version. Your session is kept.' },
  notLoaded: {
    title: 'This part of the page did not arrive',
    about: 'Its files could not be fetched. Check the network and try again; nothing was lost.',
    outdated: 'Rediscope has a new version. Reload the page to go on with it; your session is kept.',
  },
  broken: {
    title: 'This page could not be drawn',
    about: 'A mistake of ours. The server and everything you did are still there.',
  },
  home: {
    title: 'A Redis you can see through',
    lead: 'A whole Redis server runs in this page. Type a command and watch the structures inside it move, step by step, forwards and back.',
    try: 'Try',
    lessons: 'Lessons',
    learnLead:
      'Short lessons on what happens inside the server. Enter anywhere; the order is a recommendation.',
    toLab: 'Open the lab',
  },
  panels: {
    batch: 'Command script',
    cost: 'Cost meter',
    wire: 'Wire',
    bitmap: 'Bitmap',
    intset: 'Integer set',
    list: 'List',
    bloom: 'Bloom filter',
    clients: 'Clients',
    config: 'Configuration',
    dict: 'Dictionary',
    disk: 'Disk',
    eviction: 'Eviction',
    expiry: 'Expiry',
    geo: 'GeoHash',
    hll: 'HyperLogLog',
    keyspace: 'Keyspace',
    ladder: 'Sorted-set ladder',
    locks: 'Locks',
    loop: 'Event loop',
    memory: 'Memory',
    object: 'Object and string',
    packed: 'Packed bytes',
    script: 'Lua script',
    sets: 'Set algebra',
    skiplist: 'Skiplist',
    stream: 'Stream',
    timeseries: 'Time series',
  },
  lab: {
    stage: 'Panel',
    beside: 'Panels beside it',
    besideCount: (count: number) => `+ ${count}`,
    generation: 'Redis',
    generationTitle: (generation: string) => `Switch to Redis ${generation}`,
    power: 'Power',
    powerAbout:
      'What was in memory is gone; what comes back depends on what reached the disk: SAVE, save points, or the append only file and its appendfsync.',
    crash: {
      nothing: 'Kill the process (kill -9)',
      unsynced: 'Cut the power: what was not synced is lost',
      torn: 'Cut the power in the middle of a write',
    },
    restart: 'Start again from the disk',
    fill: 'Fill',
    keys: (count: number) => `${number(count)} keys`,
    fillProgress: (done: number, of: number, perSecond: number) =>
      `${number(done)} of ${number(of)} · ${number(perSecond)}/s`,
    fillDone: (done: number, perSecond: number) => `${number(done)} keys · ${number(perSecond)}/s`,
  },
  workbench: {
    parts: 'Parts of the page',
    handle: 'Width of the text',
    handleHint: 'Drag to change the width of the text, double-click to reset it',
    handleWidth: (width: number) => `${width} pixels`,
  },
  copy: { copy: 'Copy', copied: 'Copied', refused: 'The browser did not allow copying' },
  console: {
    title: 'Console',
    clients: 'Clients',
    client: (id: number) => `client ${id}`,
    openClient: 'Connect another client',
    closeClient: (id: number) => `Close client ${id}`,
    closeQuestion: 'The connection ends and its console goes with it. What it did stays in the timeline.',
    close: 'Close',
    noClient: 'No client is connected.',
    replies: 'Replies',
    input: 'Redis command',
    closed: 'The connection was closed.',
    unheard: (count: number) => `${number(count)} new ${plural(count, 'message', 'messages')}`,
    pipelined: (commands: number) => `and ${number(commands - 1)} more, sent at once`,
    showEarlier: (count: number) => `Show earlier (${number(count)})`,
    showCharacters: (count: number) =>
      `Show ${number(count)} more ${plural(count, 'character', 'characters')}`,
    showMore: 'Show more',
    replySize: (size: string) => `The whole reply is ${size}.`,
    copyReply: 'Copy all',
    saveReply: 'Save as file',
    showHidden: (lines: number) => `Show ${number(lines)} more ${plural(lines, 'line', 'lines')}`,
    invalidRepeat: 'The number before a command says how often to run it, and must be at least 1.',
    help: (groups: string) =>
      [
        'Rediscope answers as redis-cli does.',
        '      HELP <command>     what a command does, such as HELP SET',
        '      HELP @<group>      all commands of a group, such as HELP @string',
        '      Tab                completes; Up and Down bring back earlier lines',
        '      5 INCR x           runs a command five times',
        '      CLEAR or Ctrl+L    empties the screen',
        '',
        `Groups: ${groups}`,
      ].join('\n'),
    noHelp: (topic: string) => `There is no command or group "${topic}" here. HELP alone lists the groups.`,
    helpLabels: { summary: 'summary: ', since: 'since: ', group: 'group: ' },
  },
  timeline: {
    title: 'Time',
    slider: 'Timeline',
    first: 'First',
    back: 'Back',
    play: 'Play',
    pause: 'Pause',
    forward: 'Forward',
    last: 'Last',
    speed: 'Playing speed',
    pace: 'Pace',
    paces: { reading: 'Reading pace', narrated: 'Stop at captions', quick: 'Quick' },
    goOn: 'Go on',
    goOnKeys: 'Go on (Space; while you type, Ctrl+Enter or ⌘+Enter)',
    start: 'the server has started',
    command: (index: number, count: number) => `command ${index} of ${count}`,
    cron: (index: number, count: number) => `tick after command ${index} of ${count}`,
    crash: (index: number, count: number) => `the server died after command ${index} of ${count}`,
    restart: (index: number, count: number) => `started again after command ${index} of ${count}`,
    connection: (index: number, count: number) => `client after command ${index} of ${count}`,
    step: (step: number, steps: number) => `step ${step} of ${steps}`,
    before: 'before',
    after: 'done',
    fetching: 'replaying…',
    byItself: 'the server by itself',
    past: (index: number, count: number) =>
      `You are looking at command ${index} of ${count}. Typing here starts a new branch; the old one is kept.`,
    backToNow: 'Back to now',
    branch: 'Branch',
  },
};

export type Messages = typeof en;
