package dev.alluvium.bench.cluster;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The heap of another JVM on this machine, through its management interface. */
public final class RemoteHeap implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");

    private final JMXConnector connector;
    private final MemoryMXBean memory;
    private final AddressRange range;

    private RemoteHeap(JMXConnector connector) throws IOException {
        this.connector = connector;
        memory =
                ManagementFactory.newPlatformMXBeanProxy(
                        connector.getMBeanServerConnection(),
                        ManagementFactory.MEMORY_MXBEAN_NAME,
                        MemoryMXBean.class);
        range = range(connector.getMBeanServerConnection());
    }

    /** Where the heap lies, which every collector tells in its own words. */
    private static AddressRange range(MBeanServerConnection server) throws IOException {
        String text;
        try {
            text =
                    (String)
                            server.invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "gcHeapInfo",
                                    new Object[0],
                                    new String[0]);
        } catch (JMException e) {
            throw new IOException("the JVM does not tell where its heap lies", e);
        }
        List<Long> addresses =
                ADDRESS.matcher(text)
                        .results()
                        .map(address -> Long.parseUnsignedLong(address.group(1), 16))
                        .sorted(Long::compareUnsigned)
                        .toList();
        return new AddressRange(addresses.get(0), addresses.get(addresses.size() - 1));
    }

    public static RemoteHeap of(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                String url = machine.startLocalManagementAgent();
                return new RemoteHeap(JMXConnectorFactory.connect(new JMXServiceURL(url)));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("process " + pid + " cannot be attached to", e);
        }
    }

    /** Bytes still in use after a full collection, which stops that process for a moment. */
    public long liveBytes() {
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    public AddressRange range() {
        return range;
    }

    public long maxBytes() {
        return memory.getHeapMemoryUsage().getMax();
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
