import { expect, test } from 'vitest';
import { isBusy, projectStatuses } from '../../../control-plane/projects/project-status.ts';
import { projectCan } from './allowed-actions.ts';

test.each(projectStatuses)('N18: in %s one may do what the control plane takes', (status) => {
  const busy = isBusy(status);
  expect({
    publish: projectCan.publish({ status }),
    cancel: projectCan.cancel({ status }),
    delete: projectCan.delete({ status }),
    edit: projectCan.edit({ status }),
    duplicate: projectCan.duplicate({ status }),
  }).toEqual({ publish: !busy, cancel: busy, delete: !busy, edit: true, duplicate: true });
});
