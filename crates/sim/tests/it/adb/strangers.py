"""Other people's clients drive the simulated phone: SERVER_PORT SERIAL PHONE_PORT."""

import io
import sys

try:
    import adbutils
    from adb_shell.adb_device import AdbDeviceTcp
except ImportError as error:
    print(f"a module of Python ({error})", end="")
    sys.exit(77)  # `MODULE_MISSING` in real.rs

server_port, serial, phone_port = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])


def check(found, wanted):
    assert found == wanted, f"{found!r} is not {wanted!r}"


phone = adbutils.AdbClient(host="127.0.0.1", port=server_port).device(serial)
check(phone.prop.model, "retap_sim")
check(tuple(phone.window_size()), (820, 1796))
check(phone.is_screen_on(), True)
check(phone.shell2("ls /nope").returncode, 1)
check(phone.shell(["echo", "it's", "a  b"]), "it's a  b")
phone.app_start("dev.retap.settings")
current = phone.app_current()
check((current.package, current.activity), ("dev.retap.settings", "dev.retap.settings.MainActivity"))
assert 'text="General"' in phone.dump_hierarchy()
check(phone.screenshot().size, (820, 1796))
check(phone.app_info("dev.retap.settings").version_name, "1.0")
data = bytes(range(256)) * 1000
phone.sync.push(data, "/data/local/tmp/data")
check(phone.sync.read_bytes("/data/local/tmp/data"), data)
check([entry.path for entry in phone.sync.list("/sdcard")][:2], ["Android", "DCIM"])
phone.app_stop("dev.retap.settings")
check(phone.app_current().package, "com.android.launcher3")

# Without a server, by the protocol of old: with sums, and waiting for every stream to be closed.
direct = AdbDeviceTcp("127.0.0.1", phone_port, default_transport_timeout_s=20.0)
direct.connect(auth_timeout_s=5)
check(direct.shell("echo hi; id -u"), "hi\n2000\n")
assert direct.exec_out("screencap -p", decode=False).startswith(b"\x89PNG")
direct.push(io.BytesIO(data), "/sdcard/direct")
copy = io.BytesIO()
direct.pull("/sdcard/direct", copy)
check(copy.getvalue(), data)
check(direct.stat("/sdcard/direct")[1], len(data))
print("done")
