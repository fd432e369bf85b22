/** Kinds of requests that a page can make without being asked; WebRTC and WebTransport come as packets. */
export const subresourceKinds = [
  'iframe',
  'img',
  'css',
  'font',
  'script',
  'module',
  'fetch',
  'xhr',
  'beacon',
  'websocket',
  'eventsource',
  'prefetch',
  'worker',
  'sharedworker',
  'serviceworker',
  'video',
  'object',
  'form',
  'download',
  'ping',
] as const;

/**
 * A page that reaches for `host` (`127.0.0.1:81`) in every way that it can. It says `done` in its title when it has
 * begun them all.
 */
export const reachingPage = (host: string): string => `<!doctype html><title>begun</title>
<link rel=stylesheet href="http://${host}/css/x.css">
<link rel=preconnect href="http://${host}"><link rel=dns-prefetch href="//${host}">
<link rel=prefetch href="http://${host}/prefetch/x"><link rel=modulepreload href="http://${host}/module/p.js">
<script type=speculationrules>{"prerender":[{"urls":["http://${host}/speculation/x"],"eagerness":"immediate"}]}</script>
<style>@font-face{font-family:reach;src:url(http://${host}/font/x.woff2)}p{font-family:reach;background:url(http://${host}/img/bg)}</style>
<body><p>text</p>
<iframe src="http://${host}/iframe/x"></iframe><iframe name=formed></iframe>
<img src="http://${host}/img/x"><script src="http://${host}/script/x.js"></script>
<script type=module src="http://${host}/module/x.js"></script>
<video src="http://${host}/video/x.mp4" preload=auto></video><object data="http://${host}/object/x"></object>
<form method=post target=formed action="http://${host}/form/x"><input name=a value=b></form>
<a id=ping href="#here" ping="http://${host}/ping/x">ping</a><a id=download download href="http://${host}/download/x">download</a>
<script>
const quiet = (act) => { try { const made = act(); made?.catch?.(() => {}); } catch {} };
const inWorker = (kind) => URL.createObjectURL(new Blob(['try { importScripts("http://${host}/' + kind + '/i") } catch {} fetch("http://${host}/' + kind + '/x", { mode: "no-cors" }).catch(() => {}); try { new WebSocket("ws://${host}/' + kind + '/w") } catch {}'], { type: 'text/javascript' }));
quiet(() => fetch('http://${host}/fetch/x', { mode: 'no-cors' }));
quiet(() => fetch('https://${host}/fetch/tls', { mode: 'no-cors' }));
quiet(() => { const asked = new XMLHttpRequest(); asked.open('GET', 'http://${host}/xhr/x'); asked.send(); });
quiet(() => navigator.sendBeacon('http://${host}/beacon/x', 'b'));
quiet(() => new WebSocket('ws://${host}/websocket/x'));
quiet(() => new WebSocket('wss://${host}/websocket/tls'));
quiet(() => new EventSource('http://${host}/eventsource/x'));
quiet(() => new Worker(inWorker('worker')));
quiet(() => new SharedWorker(inWorker('sharedworker')));
quiet(() => navigator.serviceWorker?.register('/sw.js?' + encodeURIComponent('http://${host}/serviceworker/x')));
quiet(() => new WebTransport('https://${host}/transport'));
quiet(() => { const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${host}', 'turn:${host}'], username: 'u', credential: 'c' }] }); peer.createDataChannel('d'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); });
quiet(() => {
  const peer = new RTCPeerConnection();
  const [address, port] = ['${host}'.replace(/:\\d+$/, '').replace(/[[\\]]/g, ''), '${host}'.split(':').at(-1)];
  peer.createDataChannel('d');
  return peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => peer.setRemoteDescription({ type: 'answer', sdp: peer.localDescription.sdp.replace('a=setup:actpass', 'a=setup:active') + 'a=candidate:1 1 udp 2130706431 ' + address + ' ' + port + ' typ host\\r\\n' }));
});
quiet(() => document.forms[0].submit());
quiet(() => document.querySelector('#ping').click());
quiet(() => document.querySelector('#download').click());
document.title = 'done';
</script>`;
