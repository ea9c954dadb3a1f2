import type { PanelDefinition } from '../panel.ts';
import { AclPanel } from './AclPanel.tsx';

const aclPanel: PanelDefinition = {
  id: 'acl',
  title: { en: 'Users and rules', zh: '用户与权限' },
  Component: AclPanel,
};

export default aclPanel;
