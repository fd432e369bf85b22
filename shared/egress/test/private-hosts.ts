const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * First and last address of every IPv4 range that is not public; of IPv6 everything outside 2000::/3, the special
 * blocks inside it, and the forms that carry an IPv4 address.
 */
export const privateAddresses = words(`
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255
  127.0.0.0 127.0.0.1 127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255
  172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255
  192.31.196.0 192.31.196.255 192.52.193.0 192.52.193.255 192.88.99.0 192.88.99.255
  192.168.0.0 192.168.255.255 192.175.48.0 192.175.48.255 198.18.0.0 198.19.255.255
  198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255
  240.0.0.0 255.255.255.254 255.255.255.255
  :: ::1 ::ffff ::7f00:1 ::8.8.8.8 ::127.0.0.1 ::255.255.255.255
  100:: 100::ffff:ffff:ffff:ffff 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 4000::1 5f00::1
  fc00:: fd12:3456:789a::1 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80:: fe80::1
  febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0:: feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  ff00:: ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  2001:: 2001:0:7f00:1:: 2001:0:ffff:ffff:ffff:ffff:ffff:ffff 2001:2:: 2001:2:0:ffff::
  2001:3:: 2001:4:112:: 2001:10:: 2001:20:: 2001:2f:ffff:: 2001:30:: 2001:1ff:ffff::
  2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:7f00:1:: 2002:808:808::
  2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2620:4f:8000:: 3fff:: 3fff:fff:ffff:ffff::
  ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:a00:1 ::ffff:169.254.169.254 ::ffff:0.0.0.0
  ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::10.0.0.1
  64:ff9b:1::8.8.8.8 64:ff9b:1:ffff::127.0.0.1 64:ff9b:0:0:0:1::
`);

/** The neighbours of those ranges, and some that everyone knows. */
export const publicAddresses = words(`
  1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
  126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0
  192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
  2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1
  2606:4700:4700::1111 2620:fe::fe 3ffe::1 3fff:1000::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
`);

/** Spellings of private hosts that a URL may carry; the WHATWG parser has to turn each into one of the above. */
export const privateSpellings = words(`
  127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 0x7f.1 0x7F.0x0.0x0.0x1
  017700000001 0177.1 0177.0.0.01 0177.0x0.0.1 00000177.0.0.1 127.0.0.0x1 %31%32%37.0.0.1
  127。0。0。1 127．0．0．1 １２７.0.0.1 ①②⑦.⓪.⓪.① 0 0x0 00 0.0.0.0 0.0
  10.0.0.1 10.1 167772161 0xa000001 012.0.0.1 0xa9fea9fe 2852039166 0251.0376.0251.0376
  
  169.254.43518
  169.16689662
  0xac100001
  2886729729
  0xc0a80001
  3232235521
  192.168.1
  192.168.257
  
  [::1] [0:0:0:0:0:0:0:1] [::0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001]
  
  [0:0:0:0:0:ffff:127.0.0.1]
  [::127.0.0.1]
  [::ffff:0:127.0.0.1]
  [64:ff9b::7f00:1]
  [64:ff9b::127.0.0.1]
  
  [2002:7f00:1::] [2001:0:0:0:0:0:0:1] [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [3fff::1]
`);

/** Names that lead to the machine itself wherever they are asked for. */
export const privateNames = words(`localhost LOCALHOST localhost. LocalHost.`);

/** An address as the host of a URL. */
export const asHost = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** All of them as hosts of a URL. */
export const privateHosts: readonly string[] = [...privateAddresses.map(asHost), ...privateSpellings, ...privateNames];
