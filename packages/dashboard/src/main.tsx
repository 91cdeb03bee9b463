import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/marks.css';
import './styles/plot.css';
import './styles/fleet.css';
import './styles/map.css';
import './styles/bars.css';
import './styles/lists.css';
import './styles/alerts.css';
import './styles/loops.css';
import './styles/settings.css';
import './styles/session.css';
import './styles/loop.css';
import './styles/commands.css';
import { startLive } from './live/store.js';
import { Shell } from './parts/shell.js';
import { startTheme } from './theme.js';

startTheme();
startLive();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  );
