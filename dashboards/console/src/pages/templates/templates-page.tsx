import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import type { AspectRatio } from './template-filter.ts';
import { TemplateGallery } from './template-gallery.tsx';

/** The library by itself; a click begins a video with that template. */
export const TemplatesPage = () => {
  const [ratio, setRatio] = useState<AspectRatio>('16:9');
  const navigate = useNavigate();
  return (
    <Page title="Templates" lead="Each template is one scene of a video. Point at one to see it move.">
      <TemplateGallery
        ratio={ratio}
        onRatio={setRatio}
        act={{
          label: 'Start with this',
          icon: Plus,
          onPick: ({ id, aspectRatio }) =>
            void navigate(paths.newProject(), { state: { templateIds: [id], aspectRatio } }),
        }}
      />
    </Page>
  );
};
