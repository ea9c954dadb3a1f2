import { useState } from 'react';
import { hashOf, type Route } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { Popover } from '../controls/Popover.tsx';
import { useText } from '../i18n/index.ts';
import { DialogBoundary } from '../loading/DialogBoundary.tsx';
import { lazily } from '../loading/lazily.tsx';
import { useSession } from '../session/hooks.ts';
import { openKeysHelp } from '../timeline/keys-help.ts';
import { ClockControl, ClockSettings } from './ClockControl.tsx';
import './header.css';
import { KeepingSign } from './KeepingSign.tsx';
import { LanguageChoice, LanguageSwitch } from './LanguageSwitch.tsx';
import { Search } from './Search.tsx';
import { SessionMenu } from './SessionMenu.tsx';
import { ThemeChoiceControl, ThemeSwitch } from './ThemeSwitch.tsx';

const ShareDialog = lazily(async () => (await import('./ShareDialog.tsx')).ShareDialog);

export function Header({ route }: { route: Route }) {
  const text = useText();
  const ready = useSession((state) => state.status === 'ready');
  /** Scenarios and runs under load have no session: their pages share them by themselves. */
  const mayShare = ready && route.page !== 'explore' && route.page !== 'load';
  const generation = useSession((state) => state.start?.generation);
  const [sharing, setSharing] = useState(false);
  const inLesson = route.page === 'lesson';
  /** Then the page owns the server and starts it. */
  const isGuest = inLesson || route.page === 'drills';
  return (
    <header className="header">
      <a className="header-logo" href="#/" aria-label={text.shell.homeLink}>
        <span className="header-mark" aria-hidden="true" />
        {text.name}
      </a>
      <nav className="header-nav" aria-label={text.shell.navigation}>
        <a href="#/learn" aria-current={route.page === 'learn' || inLesson ? 'page' : undefined}>
          {text.shell.learn}
        </a>
        <a href={hashOf({ page: 'drills' })} aria-current={route.page === 'drills' ? 'page' : undefined}>
          {text.shell.drills}
        </a>
        <a href={hashOf({ page: 'lab' })} aria-current={route.page === 'lab' ? 'page' : undefined}>
          {text.shell.lab}
        </a>
        <a href={hashOf({ page: 'explore' })} aria-current={route.page === 'explore' ? 'page' : undefined}>
          {text.shell.pages.explore}
        </a>
      </nav>
      <div className="header-tools">
        <KeepingSign />
        <Search />
        {generation !== undefined && <span className="chip header-wide">{`Redis ${generation}`}</span>}
        <div className="header-wide header-group">
          {ready && <ClockControl />}
          <LanguageSwitch />
          {mayShare && (
            <button type="button" className="chip header-share" onClick={() => setSharing(true)}>
              <Icon name="share" size={14} />
              {text.share.open}
            </button>
          )}
          <ThemeSwitch />
        </div>
        <Popover label={text.shell.menu} button={<Icon name="more" />} buttonClass="icon-button is-quiet">
          {(close) => (
            <>
              <div className="header-compact">
                {ready && <ClockSettings />}
                <div className="menu-row">
                  {text.shell.language}
                  <LanguageChoice />
                </div>
                <div className="menu-row">
                  {text.theme.title}
                  <ThemeChoiceControl />
                </div>
                <hr className="menu-line" />
                {mayShare && (
                  <button
                    type="button"
                    className="menu-item"
                    onClick={() => {
                      close();
                      setSharing(true);
                    }}
                  >
                    {text.share.open}
                  </button>
                )}
              </div>
              <SessionMenu close={close} inLesson={isGuest} />
              <hr className="menu-line" />
              {inLesson && (
                <button
                  type="button"
                  className="menu-item"
                  onClick={() => {
                    close();
                    window.print();
                  }}
                >
                  {text.shell.print}
                </button>
              )}
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  openKeysHelp();
                }}
              >
                {text.shell.keys}
              </button>
              {(['interview', 'cheatsheets', 'glossary', 'curriculum'] as const).map((page) => (
                <a key={page} className="menu-item" href={hashOf({ page })} onClick={close}>
                  {text.shell.pages[page]}
                </a>
              ))}
              <a className="menu-item" href={hashOf({ page: 'load' })} onClick={close}>
                {text.shell.pages.load}
              </a>
              <a className="menu-item" href={hashOf({ page: 'gallery' })} onClick={close}>
                {text.shell.pages.gallery}
              </a>
              <a className="menu-item" href={hashOf({ page: 'progress' })} onClick={close}>
                {text.shell.pages.progress}
              </a>
              <a className="menu-item" href={hashOf({ page: 'coverage' })} onClick={close}>
                {text.shell.pages.coverage}
              </a>
              <a className="menu-item" href={hashOf({ page: 'about' })} onClick={close}>
                {text.shell.pages.about}
              </a>
            </>
          )}
        </Popover>
      </div>
      {sharing && (
        <DialogBoundary title={text.share.title} onClose={() => setSharing(false)}>
          <ShareDialog onClose={() => setSharing(false)} />
        </DialogBoundary>
      )}
    </header>
  );
}
