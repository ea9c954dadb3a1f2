import { useState } from 'react';
import type { BranchSummary } from '../../protocol/messages.ts';
import { navigate } from '../browser/routes.ts';
import { Question } from '../controls/Dialog.tsx';
import { Icon } from '../controls/Icon.tsx';
import { Popover } from '../controls/Popover.tsx';
import { useText } from '../i18n/index.ts';
import { commandNumber } from '../session/frames.ts';
import { useActions, useSessionShallow } from '../session/hooks.ts';
import { branchName } from './branch-names.ts';
import { useTimelineWords } from './words.ts';

interface NamedBranch {
  readonly branch: BranchSummary;
  readonly name: string;
  readonly facts: string;
}

/** The branches: a list, where they fork, and a switch from one to another. */
export function BranchPicker() {
  const text = useText();
  const words = useTimelineWords();
  const { switchBranch, deleteBranch } = useActions();
  const {
    branch: current,
    branches,
    frames,
  } = useSessionShallow((state) => ({
    branch: state.branch,
    branches: state.branches,
    frames: state.frames,
  }));
  const [deleting, setDeleting] = useState<NamedBranch | null>(null);
  const named = branches.map((branch): NamedBranch => {
    const isHere = branch.id === current;
    const commands = isHere ? commandNumber(frames, frames.length - 1) : branch.commands;
    return {
      branch,
      name: branchName(branch, { branch: current, frames }, words),
      facts: words.branchFacts(isHere ? null : commandNumber(frames, branch.sharedFrame), commands),
    };
  });
  return (
    <>
      <Popover
        label={words.branches}
        button={
          <>
            <Icon name="branch" size={16} />
            {branches.length > 1 && <span className="branch-count">{branches.length}</span>}
          </>
        }
        buttonClass="button is-quiet branch-button"
        above
      >
        {(close) => (
          <div className="branch-sheet">
            <p className="clock-about">{words.branchesAbout}</p>
            <ul>
              {named.map((each) => (
                <li key={each.branch.id}>
                  <button
                    type="button"
                    className="menu-item"
                    aria-current={each.branch.id === current}
                    onClick={() => {
                      close();
                      if (each.branch.id !== current) void switchBranch(each.branch.id);
                    }}
                  >
                    <span className="branch-name">{each.name}</span>
                    <small>
                      {each.branch.id === current ? `${words.thisBranch} · ${each.facts}` : each.facts}
                    </small>
                  </button>
                  {each.branch.id !== current && (
                    <button
                      type="button"
                      className="icon-button is-quiet"
                      aria-label={words.compareBranch(each.name)}
                      title={words.compareBranch(each.name)}
                      onClick={() => {
                        close();
                        navigate({ page: 'compare', panel: 'keyspace', change: `branch=${each.branch.id}` });
                      }}
                    >
                      <Icon name="compare" size={15} />
                    </button>
                  )}
                  {each.branch.id !== current && (
                    <button
                      type="button"
                      className="icon-button is-quiet"
                      aria-label={words.deleteBranch(each.name)}
                      title={words.deleteBranch(each.name)}
                      onClick={() => {
                        close();
                        setDeleting(each);
                      }}
                    >
                      <Icon name="bin" size={15} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <hr className="menu-line" />
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                navigate({ page: 'compare' });
              }}
            >
              <Icon name="compare" size={16} />
              {words.compare}
            </button>
          </div>
        )}
      </Popover>
      {deleting !== null && (
        <Question
          title={words.deleteTitle(deleting.name)}
          text={words.deleteQuestion}
          yes={words.deleteYes}
          no={text.cancel}
          onYes={() => {
            setDeleting(null);
            void deleteBranch(deleting.branch.id);
          }}
          onNo={() => setDeleting(null)}
        />
      )}
    </>
  );
}
