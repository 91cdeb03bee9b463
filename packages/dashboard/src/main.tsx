import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/lists.css';
import './styles/session.css';
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
