// The remote browser as a person sees and drives it. Nothing that is typed is kept here: it goes out as it comes in.
const byId = (id) => document.getElementById(id);
const sessionId = document.body.dataset.session;
const base = location.pathname.replace(/\/$/, '');
const picture = byId('picture');
const keys = byId('keys');
const pen = picture.getContext('2d');

let page = { widthPx: 1280, heightPx: 800 };
let isOver = false;

const say = (text) => {
  byId('state').textContent = text;
};
const end = (text) => {
  isOver = true;
  say(text);
  for (const id of ['back', 'reload', 'done']) byId(id).disabled = true;
};

const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${base}/live`);
socket.binaryType = 'blob';
const send = (input) => {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(input));
};

const draw = async (jpeg) => {
  try {
    const image = await createImageBitmap(jpeg);
    if (picture.width !== image.width || picture.height !== image.height) {
      picture.width = image.width;
      picture.height = image.height;
    }
    pen.drawImage(image, 0, 0);
    image.close();
  } finally {
    send({ type: 'drawn' });
  }
};

const showPage = (news) => {
  page = news;
  byId('host').textContent = news.host === '' ? 'An empty page' : news.host;
  byId('title').textContent = news.title;
  byId('lock').setAttribute('class', news.isSecure ? 'secure' : 'open');
  document.title = `${news.host} in a remote browser`;
  say('');
};

socket.addEventListener('message', ({ data }) => {
  if (data instanceof Blob) {
    void draw(data);
    return;
  }
  const news = JSON.parse(data);
  if (news.type === 'page') showPage(news);
  else end(news.reason);
});
socket.addEventListener('close', () => {
  if (!isOver) end('The connection is lost. Reload this page to go on.');
});

const modifiersOf = (event) =>
  (event.altKey ? 1 : 0) + (event.ctrlKey ? 2 : 0) + (event.metaKey ? 4 : 0) + (event.shiftKey ? 8 : 0);
const placeOf = ({ clientX, clientY }) => {
  const box = picture.getBoundingClientRect();
  const within = (value, most) => Math.min(most - 1, Math.max(0, value));
  return {
    x: within(((clientX - box.left) * page.widthPx) / box.width, page.widthPx),
    y: within(((clientY - box.top) * page.heightPx) / box.height, page.heightPx),
  };
};
const buttons = ['left', 'middle', 'right'];
const mouse = (action, event, button) =>
  send({
    type: 'mouse',
    action,
    ...placeOf(event),
    button,
    clickCount: action === 'move' ? 0 : Math.min(3, Math.max(1, event.detail || 1)),
    modifiers: modifiersOf(event),
  });

let lastMove = 0;
picture.addEventListener('mousemove', (event) => {
  if (performance.now() - lastMove < 33) return;
  lastMove = performance.now();
  mouse('move', event, event.buttons & 1 ? 'left' : 'none');
});
picture.addEventListener('mousedown', (event) => {
  event.preventDefault();
  keys.focus({ preventScroll: true });
  mouse('down', event, buttons[event.button] ?? 'left');
});
picture.addEventListener('mouseup', (event) => mouse('up', event, buttons[event.button] ?? 'left'));
picture.addEventListener('contextmenu', (event) => event.preventDefault());
picture.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault();
    const clamp = (value) => Math.min(3000, Math.max(-3000, value * (event.deltaMode === 1 ? 20 : 1)));
    send({ type: 'wheel', ...placeOf(event), deltaX: clamp(event.deltaX), deltaY: clamp(event.deltaY) });
  },
  { passive: false },
);

// A finger that stays where it is presses; one that moves scrolls.
let touch = null;
picture.addEventListener(
  'touchstart',
  (event) => {
    touch = null;
    if (event.touches.length > 1) return;
    event.preventDefault();
    const [{ clientX, clientY }] = event.touches;
    touch = { clientX, clientY, isMoved: false };
  },
  { passive: false },
);
picture.addEventListener(
  'touchmove',
  (event) => {
    if (touch === null || event.touches.length > 1) return;
    event.preventDefault();
    const [{ clientX, clientY }] = event.touches;
    const deltaX = touch.clientX - clientX;
    const deltaY = touch.clientY - clientY;
    if (!touch.isMoved && Math.hypot(deltaX, deltaY) < 10) return;
    const scale = page.widthPx / picture.getBoundingClientRect().width;
    send({ type: 'wheel', ...placeOf(touch), deltaX: deltaX * scale, deltaY: deltaY * scale });
    touch = { clientX, clientY, isMoved: true };
  },
  { passive: false },
);
picture.addEventListener(
  'touchend',
  (event) => {
    if (touch === null) return;
    event.preventDefault();
    if (!touch.isMoved) {
      const press = { ...touch, detail: 1 };
      mouse('move', press, 'none');
      mouse('down', press, 'left');
      mouse('up', press, 'left');
      keys.focus({ preventScroll: true });
    }
    touch = null;
  },
  { passive: false },
);

// One letter always stands in the field: a phone's keyboard tells of its delete key only by what is gone.
const filler = '\u200b';
const refill = () => {
  keys.value = filler;
  keys.setSelectionRange(1, 1);
};
refill();
const key = (action, name, code = '', modifiers = 0) => send({ type: 'key', action, key: name, code, modifiers });
const press = (name) => {
  key('down', name);
  key('up', name);
};
const typeText = (text) => {
  for (let at = 0; at < text.length; at += 9000) send({ type: 'text', text: text.slice(at, at + 9000) });
};
const namedKeys =
  /^(Enter|Backspace|Tab|Escape|Delete|Home|End|PageUp|PageDown|Insert|Arrow(Up|Down|Left|Right)|F([1-9]|1[0-2]))$/;

keys.addEventListener('keydown', (event) => {
  if (event.isComposing) return;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (isCommand && /^[azxcy]$/i.test(event.key)) {
    event.preventDefault();
    key('down', 'Control');
    press(event.key.toLowerCase());
    key('up', 'Control');
  } else if (namedKeys.test(event.key) && !isCommand) {
    event.preventDefault();
    if (event.shiftKey) key('down', 'Shift');
    press(event.key);
    if (event.shiftKey) key('up', 'Shift');
  }
});
keys.addEventListener('input', (event) => {
  if (event.isComposing) return;
  if (keys.value === '') press('Backspace');
  else typeText(keys.value.replaceAll(filler, ''));
  refill();
});
keys.addEventListener('compositionend', () => {
  typeText(keys.value.replaceAll(filler, ''));
  refill();
});
keys.addEventListener('paste', (event) => {
  event.preventDefault();
  typeText(event.clipboardData?.getData('text/plain') ?? '');
});

byId('back').addEventListener('click', () => send({ type: 'go', to: 'back' }));
byId('reload').addEventListener('click', () => send({ type: 'go', to: 'reload' }));
const finish = async () => {
  byId('done').disabled = true;
  const answer = await fetch(`${base}/done`, { method: 'POST', headers: { 'x-session': sessionId } }).catch(() => null);
  if (answer?.ok) {
    end('Thank you. The sign-in is kept, and you can close this page.');
    socket.close();
  } else {
    byId('done').disabled = false;
    say('That did not work. Try again in a moment.');
  }
};
byId('done').addEventListener('click', () => void finish());
keys.focus({ preventScroll: true });
