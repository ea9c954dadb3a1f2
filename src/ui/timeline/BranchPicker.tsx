import { Select } from '../controls/Select.tsx';
import { useText } from '../i18n/index.ts';
import { useActions, useSessionShallow } from '../session/hooks.ts';

/** Chooses among the lines of history, once there is more than one. */
export function BranchPicker() {
  const text = useText();
  const { switchBranch } = useActions();
  const { branch, branches, frames } = useSessionShallow((state) => ({
    branch: state.branch,
    branches: state.branches,
    frames: state.frames,
  }));
  if (branches.length < 2) return null;
  return (
    <Select
      label={text.timeline.branch}
      value={String(branch)}
      choices={branches.map(({ id, frames: known }) => ({
        value: String(id),
        label: text.timeline.branchLabel(id, id === branch ? frames.length - 1 : known - 1),
      }))}
      onChange={(value) => void switchBranch(Number(value))}
    />
  );
}
